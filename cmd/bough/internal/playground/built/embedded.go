//go:build bough_engine

package built

import _ "embed"

//go:embed engine.wasm.gz
var engine []byte

//go:embed wasm_exec.js
var runner []byte

// Engine returns the engine, compressed with gzip, and the script of Go that runs it.
func Engine() ([]byte, []byte) { return engine, runner }
