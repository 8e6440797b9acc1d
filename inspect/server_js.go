package inspect

// server is empty: a program in a browser serves nothing. Its pages use Answer and Serve.
type server struct{}

func (*server) begin(*Handler) {}
