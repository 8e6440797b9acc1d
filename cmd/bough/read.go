package main

import (
	"io"
	"os"
)

// readUpTo reads a file, at most one byte more than the limit: who reads it further tells
// what is wrong with a file that is larger.
func readUpTo(path string, limit int64) ([]byte, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, limit+1))
}
