package index

import "github.com/bough-dev/bough/behaviors"

// argKinds has the functions of scripts whose arguments are names, with the kinds of these.
var argKinds = map[string][]Kind{
	"bt.board":    {Board},
	"bt.claim":    {Board, Entry},
	"bt.unclaim":  {Board, Entry},
	"bt.post":     {None, Stimulus},
	"bt.request":  {None, Request},
	"bt.in_force": {Channel},
}

// testKinds has the same for the words of tests, without the name of the table.
var testKinds = map[string][]Kind{
	"spawn":             {Tree},
	"switch":            {None, Tree},
	"abort":             {None, Node},
	"ready":             {None, Node},
	"why":               {None, Node},
	"post":              {None, Stimulus},
	"impose":            {None, Request},
	"finish":            {None, Channel},
	"request":           {None, Channel},
	"board":             {Board},
	"expect_active":     {None, Node},
	"expect_not_active": {None, Node},
	"expect_ran":        {None, Node},
	"expect_not_ran":    {None, Node},
	"expect_request":    {None, Channel, Request},
}

func init() {
	for _, q := range behaviors.Questions {
		argKinds["bt."+q.Name] = []Kind{Node}
		testKinds[q.Name] = []Kind{None, Node}
	}
}

// Argument returns the kind of the names that argument n, from 0 on, of a function takes, or None. A test calls words as in
// t.spawn.
func Argument(function string, n int, test bool) Kind {
	kinds := argKinds[function]
	if test && len(kinds) == 0 && len(function) > 2 && function[:2] == "t." {
		kinds = testKinds[function[2:]]
	}
	if n >= len(kinds) {
		return None
	}
	return kinds[n]
}
