package behavior3

import (
	"bytes"
	"encoding/json"

	"github.com/bough-dev/bough/trees/internal/jsondoc"
)

// Dialect is a dialect of the file format.
type Dialect uint8

const (
	// Original is the dialect of behavior3js and its editor. Nodes are in a table by id, and a file is either a
	// tree or a project of several trees.
	Original Dialect = iota
	// Nested is the dialect of later editors. Nodes contain their children, and a file is one tree.
	Nested
)

// String returns "original" or "nested".
func (d Dialect) String() string {
	if d == Nested {
		return "nested"
	}
	return "original"
}

// Sniff reports whether src looks like a file of either dialect. The file may still have errors.
func Sniff(src []byte) bool {
	if len(src) > jsondoc.MaxSize {
		return false
	}
	var head struct {
		Scope string          `json:"scope"`
		Data  json.RawMessage `json:"data"`
		Trees []struct{}      `json:"trees"`
		Nodes json.RawMessage `json:"nodes"`
		Root  json.RawMessage `json:"root"`
	}
	if json.Unmarshal(bytes.TrimPrefix(src, []byte("\ufeff")), &head) != nil {
		return false
	}
	var data struct {
		Scope string `json:"scope"`
	}
	wrapped := json.Unmarshal(head.Data, &data) == nil && data.Scope == "project"
	nested := len(head.Root) > 0 && head.Root[0] == '{'
	return head.Scope == "project" || wrapped || nested || len(head.Root) > 0 && len(head.Nodes) > 0 && head.Nodes[0] == '{'
}

// words holds the names of members for which the dialects differ.
type words struct{ props, remark, title string }

func (d Dialect) words() words {
	if d == Nested {
		return words{"args", "desc", "name"}
	}
	return words{"properties", "description", "title"}
}
