package bough

import "github.com/bough-dev/bough/engine/diag"

// Findings are what Load has found wrong in the files, sorted by place. They are no error by
// themselves: there may be none, and warnings keep nothing from being used. Err makes an error
// of the others.
type Findings []diag.Diagnostic

// Err returns the errors among them as one error, a diag.List, and nil if there are none.
func (f Findings) Err() error { return f.Errors().Err() }

// Errors returns those that keep a file from being used.
func (f Findings) Errors() diag.List { return diag.List(f).Errors() }

// Warnings returns those that do not.
func (f Findings) Warnings() diag.List { return diag.List(f).Warnings() }

// String returns all texts, one after another, at most diag.MaxShown.
func (f Findings) String() string { return diag.List(f).Error() }
