package diag

import (
	"encoding/json"
	"math"
)

// Words is a text of the catalog of messages: what a finding says, or how to correct it. Functions of package
// internal/message make Words. It is an error value.
type Words struct {
	// Code identifies the text, for example "unknown-hook". It stays the same when the wording changes.
	Code string `json:"code"`
	// Args are the values that the text has been filled with.
	Args Args `json:"args,omitempty"`
	// Text is the text in the language of the process, and Hint the remedy that the catalog has for it, or "". JSON leaves them out.
	Text string `json:"-"`
	Hint string `json:"-"`
	// Remedy identifies Hint if it is not the one that the catalog has for Code.
	Remedy *Words `json:"remedy,omitempty"`

	cause error
}

// Args are the named values of a text: strings, integers, floats, booleans, lists of strings, or Words.
type Args map[string]any

// UnmarshalJSON restores the types of the values. A float that is a whole number becomes an int.
func (a *Args) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if *a = nil; raw != nil {
		*a = make(Args, len(raw))
	}
	for name, text := range raw {
		var w Words
		var list []string
		var v any
		switch {
		case len(text) > 0 && text[0] == '{':
			if err := json.Unmarshal(text, &w); err != nil {
				return err
			}
			v = w
		case len(text) > 0 && text[0] == '[':
			if err := json.Unmarshal(text, &list); err != nil {
				return err
			}
			v = list
		default:
			if err := json.Unmarshal(text, &v); err != nil {
				return err
			}
			if n, ok := v.(float64); ok && n == math.Trunc(n) && math.Abs(n) < 1<<53 {
				v = int(n)
			}
		}
		(*a)[name] = v
	}
	return nil
}

// Error returns the text, followed by the remedy if there is one.
func (w Words) Error() string { return withHint(w.Text, w.Hint) }

// withHint returns a message, followed by the remedy if there is one.
func withHint(message, hint string) string {
	if hint == "" {
		return message
	}
	return tr.F("%s: %s", message, hint)
}

// Unwrap returns the error that Wrap has set, or nil.
func (w Words) Unwrap() error { return w.cause }

// Wrap returns w with the error that it is about, so that errors.Is and errors.As find that error.
func (w Words) Wrap(err error) Words {
	w.cause = err
	return w
}

// With returns the words with another remedy. Empty Words leave it as it is.
func (w Words) With(remedy Words) Words {
	if remedy.Text != "" {
		w.Hint, w.Remedy = remedy.Text, &remedy
	}
	return w
}

// New returns an error at a position.
func New(pos Pos, w Words) Diagnostic {
	return Diagnostic{Pos: pos, Code: w.Code, Args: w.Args, Message: w.Text, Hint: w.Hint, Remedy: w.Remedy}
}

// Advise sets the remedy, in place of the one that the catalog has for the message. Empty Words leave it as it is.
func (d *Diagnostic) Advise(w Words) {
	if w.Text != "" {
		d.Hint, d.Remedy = w.Text, &w
	}
}
