package main

import "io"

// output is where a command prints. It keeps the first error of writing, so that Main
// can report it, whichever command it was: a full disk must not pass for a good end.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}
