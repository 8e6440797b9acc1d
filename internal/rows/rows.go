// Package rows has a tree and an agent as lines for people: one model, which the page of package inspect and the terminal of
// bough play show.
package rows

// Row is a node of a tree as a line. It does not change until the tree does.
type Row struct {
	Node  int    `json:"node"`  // index in the program
	End   int    `json:"end"`   // index after the last descendant
	Depth int    `json:"depth"` // number of ancestors
	Key   string `json:"key"`   // engine.NodeInfo.Key
	Path  string `json:"path"`
	// Glyph says how the node picks among its children: one, all, order, tree, decorator, leaf or condition.
	Glyph string `json:"glyph"`
	Name  string `json:"name"`           // as in the tree file, with its values: "move.flee 5"
	When  string `json:"when,omitempty"` // its guard
	Also  bool   `json:"also,omitempty"` // it has the mark +: the next ones are still tried
	Note  string `json:"note,omitempty"`
	Doc   string `json:"doc,omitempty"`
	Pos   string `json:"pos,omitempty"`  // file:line of the node in its tree file
	File  string `json:"file,omitempty"` // the script of its behavior
	// Tree is set for the root of an included tree, with its arguments.
	Tree     string `json:"tree,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
}

// State describes a node in one tick of an agent.
type State struct {
	Node int `json:"node"`
	// Mark is runs, success, failure, aborted, refused, ready (it was asked and is ready, but another node was chosen), fault,
	// asleep, or "" if it was not asked.
	Mark string `json:"mark"`
	// Why is the reason of a refusal, in a few words: "dead = false", "cools down 1.4 s", "no stimulus noise". Detail is the
	// whole sentence.
	Why    string  `json:"why,omitempty"`
	Detail string  `json:"detail,omitempty"`
	Terms  []Term  `json:"terms,omitempty"` // the terms of the guard, with their values
	Reads  []Term  `json:"reads,omitempty"` // what hooks have read
	Since  float64 `json:"since,omitempty"` // seconds for which the node has been active
	// Left and Of are the seconds that a cooldown or a wait still takes, and took at its begin.
	Left  float64  `json:"left,omitempty"`
	Of    float64  `json:"of,omitempty"`
	Score *float64 `json:"score,omitempty"` // utility
	Waits string   `json:"waits,omitempty"` // where and for how long its run waits
	Count string   `json:"count,omitempty"` // of a parallel: "2 of 3, one running", or at its end "knock decided"
	Steps int64    `json:"steps,omitempty"` // instructions of its hooks in this tick
	Error string   `json:"error,omitempty"`
	Pos   string   `json:"pos,omitempty"` // file:line:col of Error
}

// Term is a part of a condition or a name that was read, with its value.
type Term struct {
	Text  string `json:"text"`
	Value string `json:"value"`
}
