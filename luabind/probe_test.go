package luabind_test

import ("testing";"os";"strings";"fmt")

func TestProbe(t *testing.T) {
	data, _ := os.ReadFile("/tmp/probes.txt")
	for _, p := range strings.Split(string(data), "\n---\n") {
		func() {
			defer func() { if r := recover(); r != nil { fmt.Println("PANIC", r) } }()
			name, body, _ := strings.Cut(p, "\n")
			out := run(t, name, body)
			if len(out) > 700 { out = out[:700]+fmt.Sprintf("... %d bytes", len(out)) }
			fmt.Printf("## %s\n%s\n=> %s\n", name, body, out)
		}()
	}
}
