// Package btlog writes the activity of an agent as a log of BehaviorTree.CPP. Groot2 can play this .btlog file.
//
// The format is that of BT::FileLogger2 in BehaviorTree.CPP 4: a magic text, a version, the tree as XML with a
// number for each node, a start time, and nine bytes for each change of a status. A node has the name of its
// behavior or kind. Groot2 need not know these names, since the XML contains the type of each node: action,
// decorator or control.
//
// A file has one tree. So the log ends when a save or SetTree gives the agent another tree. Game.Restore changes
// statuses without events, so a game should begin another log after it.
package btlog

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
)

// Writer writes the log of one agent. It must be used by the goroutine that ticks the world, between ticks.
type Writer struct {
	to    io.Writer
	agent engine.AgentID
	prog  *engine.Program
	last  []byte // the last status of each node
	now   int64  // time of the last change, in microseconds
	out   []byte // bytes that have not been written yet
	err   error
}

// The statuses of BehaviorTree.CPP.
const (
	idle = iota
	running
	success
	failure
)

var statuses = [...]byte{engine.Running: running, engine.Success: success, engine.Failure: failure}

// magic is the beginning of a file. Its last byte is the version of the format.
const magic = "BTCPP4-FileLogger2\x01"

// New begins the log of an agent. The function stop ends it. Nodes that are already active get the status RUNNING.
// start is the time at which the clock of the world was 0. New returns an error if the tree has more than 65,535
// nodes.
func New(to io.Writer, a *engine.Agent, start time.Time) (w *Writer, stop func(), err error) {
	p := a.Program()
	if p.Len() > math.MaxUint16 {
		return nil, nil, fmt.Errorf("%s: the tree %s has %d nodes; a log has at most %d", a.Label(), p.Name(), p.Len(), math.MaxUint16)
	}
	w = &Writer{to: to, agent: a.ID(), prog: p, last: make([]byte, p.Len())}
	tree := treeOf(p)
	w.out = append(w.out, magic...)
	w.out = binary.LittleEndian.AppendUint32(w.out, uint32(len(tree)))
	w.out = append(w.out, tree...)
	w.out = binary.LittleEndian.AppendUint64(w.out, uint64(start.UnixMicro()))
	w.now = a.World().Clock().Microseconds()
	for _, i := range a.ActiveNodes() {
		w.change(i, running)
	}
	return w, a.World().Observe(w.event), nil
}

// Flush writes the events since the last Flush. Events are written only by Flush. It returns the first error of the
// io.Writer. If the agent runs another tree, the log has ended, and Flush returns an error.
func (w *Writer) Flush() error {
	if len(w.out) > 0 {
		if _, err := bytes.NewReader(w.out).WriteTo(w.to); err != nil && w.err == nil { // an error also if w.to writes too few bytes
			w.err = err
		}
		w.out = w.out[:0]
	}
	return w.err
}

// event logs an event of the world; see engine.World.Observe.
func (w *Writer) event(e engine.Event) {
	if e.Agent.ID() != w.agent || w.err != nil {
		return
	}
	if e.Prog != w.prog {
		w.err = fmt.Errorf("%s runs another version of its tree from tick %d on; the log ends there", e.Agent.Label(), e.Tick)
		return
	}
	w.now = max(w.now, e.Time.Microseconds())
	switch e.Kind {
	case engine.EventEnter:
		w.change(int(e.Node), running)
	case engine.EventResult:
		w.change(int(e.Node), statuses[e.Status])
	case engine.EventExit:
		w.change(int(e.Node), idle)
	}
}

// change logs a new status of a node, unless the node already has that status. Changes are at least a microsecond
// apart, so that Groot2 shows them in order.
func (w *Writer) change(node int, status byte) {
	if w.last[node] == status {
		return
	}
	w.last[node] = status
	w.now++
	var at [8]byte
	binary.LittleEndian.PutUint64(at[:], uint64(w.now))
	w.out = append(w.out, at[:6]...)
	w.out = binary.LittleEndian.AppendUint16(w.out, uint16(node+1))
	w.out = append(w.out, status)
}

// treeOf returns the tree of a program as XML. The number of a node is its index plus 1.
func treeOf(p *engine.Program) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<root BTCPP_format=\"4\" main_tree_to_execute=%s>\n  <BehaviorTree ID=%[1]s _fullpath=\"\">\n", quoted(p.Name()))
	models := map[string]bool{}
	var open []int // the nodes whose elements are not closed yet
	for i := range p.Len() {
		for len(open) > 0 && p.Node(open[len(open)-1]).End <= i {
			open = end(&b, p, open)
		}
		node := p.Node(i)
		kind := element(p, i)
		models[fmt.Sprintf("    <%s ID=%s/>\n", kind, quoted(node.Name))] = true
		fmt.Fprintf(&b, "%s<%s ID=%s name=%s _uid=\"%d\"", indent(open), kind, quoted(node.Name), quoted(label(node)), i+1)
		if node.End == i+1 {
			b.WriteString("/>\n")
			continue
		}
		b.WriteString(">\n")
		open = append(open, i)
	}
	for len(open) > 0 {
		open = end(&b, p, open)
	}
	b.WriteString("  </BehaviorTree>\n  <TreeNodesModel>\n")
	var sorted []string
	for m := range models {
		sorted = append(sorted, m)
	}
	slices.Sort(sorted)
	b.WriteString(strings.Join(sorted, "") + "  </TreeNodesModel>\n</root>\n")
	return []byte(b.String())
}

// end closes the innermost open element and returns the remaining open nodes.
func end(b *strings.Builder, p *engine.Program, open []int) []int {
	i := open[len(open)-1]
	open = open[:len(open)-1]
	fmt.Fprintf(b, "%s</%s>\n", indent(open), element(p, i))
	return open
}

func indent(open []int) string { return strings.Repeat("  ", len(open)+2) }

// element returns the type of a node in BehaviorTree.CPP.
func element(p *engine.Program, i int) string {
	node := p.Node(i)
	_, most := node.Kind.Children()
	switch {
	case node.End == i+1:
		return "Action"
	case most == 1:
		return "Decorator"
	}
	return "Control"
}

// label returns the name of a node, followed by its guard if it has one.
func label(node engine.NodeInfo) string {
	if node.Guard == nil {
		return node.Name
	}
	return node.Name + " when " + node.Guard.Source()
}

// quoted returns a text as the value of an XML attribute.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	_ = xml.EscapeText(&b, []byte(text)) // writing to a Builder cannot fail
	b.WriteByte('"')
	return b.String()
}
