package message

// TypeName returns the name of a type of Lua in messages. Designers know strings as texts.
func TypeName(lua string) string {
	if lua == "string" {
		return "text"
	}
	return lua
}
