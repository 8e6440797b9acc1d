package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind"
)

// keptBy is what an agent keeps, as JSON.
type keptBy struct {
	Agent  string         `json:"agent"`
	Bytes  int            `json:"bytes"`
	Tables []luabind.Kept `json:"tables"`
}

// printKept prints what each agent keeps from tick to tick, and its largest tables.
func printKept(w io.Writer, game *bough.Game, asJSON bool) error {
	list := []keptBy{}
	for a := range game.World().Agents() {
		bytes, tables := game.Kept(a)
		list = append(list, keptBy{a.Label(), bytes, tables})
	}
	if asJSON {
		return writeJSON(w, list)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "bytes\tentries\t  what")
	for _, k := range list {
		fmt.Fprintf(t, "%d\t\t  %s keeps\n", k.Bytes, k.Agent)
		for _, table := range k.Tables {
			fmt.Fprintf(t, "%d\t%d\t    %s\n", table.Bytes, table.Entries, table.Path)
		}
	}
	return t.Flush()
}
