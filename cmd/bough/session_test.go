package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
)

// TestOpenError: help on how to call the program is offered where another call helps.
func TestOpenError(t *testing.T) {
	_, absent := bough.Open("nowhere", bough.Options{})
	refused := &hotreload.Error{Path: "scripts", Message: "the limit is reached", Remedy: "raise it"}
	for _, tt := range []struct {
		err   error
		usage bool
	}{
		{nil, false},
		{absent, true},
		{fmt.Errorf("watching scripts: %w", refused), false},
	} {
		got := openError(tt.err)
		if _, usage := errors.AsType[usageError](got); usage != tt.usage || (got == nil) != (tt.err == nil) {
			t.Errorf("%v became %#v", tt.err, got)
		}
	}
}
