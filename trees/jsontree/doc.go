// Package jsontree writes tree files as JSON and reads them from it, without loss:
//
//	{
//	  "trees": [
//	    {
//	      "name": "guard",
//	      "doc": "Watches a gate.",
//	      "root": {
//	        "node": "root",
//	        "children": [
//	          {"node": "flee", "when": "hp < 30"},
//	          {"node": "chase", "params": {"speed": 3.5}},
//	          {"node": "goto_point", "args": ["a"]}
//	        ]
//	      }
//	    }
//	  ]
//	}
//
// The form is described in docs/json.md and, for editors and programs, by Schema. The
// way of a file:
//
//	marshal.go  a file to JSON: trees, nodes, conditions
//	layout.go   its comments and empty lines
//	value.go    its values, and which of them plain JSON can say
//	print.go    JSON to text: members in order, short things on one line
//
//	parse.go    JSON to a file: the document, trees, conditions
//	node.go     nodes
//	literal.go  values
//	shape.go    which members an object may have, and of which type they are
//	lines.go    the tree file that comes out, and where each piece of it was in the JSON
//	place.go    mistakes in that file, as mistakes in the JSON
//
//	schema.go   the JSON Schema, from the catalog of kinds
//
// Parse writes the text of a tree file and has trees.Parse read it, so that all rules of
// the language have one implementation. Rejected: filling a syntax tree, which has no
// place for the spelling of a number and would need each rule a second time.
//
// Goals: whatever a tree file says comes back byte for byte in its canonical form,
// comments included; what people and programs write by hand is plain JSON; all mistakes
// in one go, with their places in the JSON; bounded time and memory for any input.
//
// Non-goals: to know behaviors and the parameters of kinds (the linker does), to keep
// the layout of a JSON file.
package jsontree
