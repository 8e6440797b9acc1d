// Package jsontree converts tree files to JSON and back, without loss:
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
// docs/json.md describes the form, and Schema describes it for editors and programs. A
// file passes through these stages:
//
//	marshal.go  a file to JSON: trees, nodes, conditions
//	layout.go   its comments and empty lines
//	value.go    its values, and the form of values that plain JSON cannot express
//	print.go    JSON to text: members in order, short values on one line
//
//	parse.go    JSON to a file: the document, trees, conditions
//	node.go     nodes
//	literal.go  values
//	shape.go    the members that an object may have, and their types
//	lines.go    the resulting tree file, with the origin of each part in the JSON
//	place.go    errors in that file, translated to errors in the JSON
//	sniff.go    whether a text looks like JSON for Parse
//
//	schema.go   the JSON Schema, from the catalog of kinds
//
// Parse generates the text of a tree file and passes it to trees.Parse, so that each rule
// of the language has one implementation. Rejected: creating a syntax tree directly. It
// could not hold the notation of a number, and would need a second implementation of each
// rule.
//
// Goals: a round trip keeps the canonical form of a tree file byte for byte, including
// comments; files written by people and programs are plain JSON; all errors are reported
// at once, with their positions in the JSON; time and memory are bounded for any input.
//
// Non-goals: checking behaviors and the parameters of kinds (the linker does), and keeping
// the layout of a JSON file.
package jsontree
