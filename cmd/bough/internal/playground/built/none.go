//go:build !bough_engine

package built

// Engine returns the engine, compressed with gzip, and the script of Go that runs it. They are nil in a program that was not
// built with the tag bough_engine.
func Engine() (engine, runner []byte) { return nil, nil }
