package luabind

import "crypto/sha256"

// Compiled reports whether games still share the compiled form of a text.
func Compiled(path, text string) bool {
	inUse.Lock()
	defer inUse.Unlock()
	_, ok := inUse.texts[source{path, sha256.Sum256([]byte(text))}]
	return ok
}
