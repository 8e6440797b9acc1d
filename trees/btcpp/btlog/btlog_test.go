package btlog_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/hotreload"
	"github.com/bough-dev/bough/trees/btcpp/btlog"
)

// short is an io.Writer that leaves out the last byte of each Write.
type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) - 1, nil }

// TestWriter compares a log with the activity of the agent, and parses the tree in
// the log as XML.
func TestWriter(t *testing.T) {
	files := fstest.MapFS{
		"a.bt":     {Data: []byte("tree a\n  priority\n    rest  when hp < 3\n    repeat 2\n      work\n")},
		"work.lua": {Data: []byte(`return { behavior = function(agent) agent.hp = agent.hp - 1 return "success" end }`)},
		"rest.lua": {Data: []byte(`return { behavior = function(agent) return "running" end }`)},
	}
	source := hotreload.NewManual()
	game, err := bough.OpenFS(files, bough.Options{Source: source})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	a, err := game.Spawn("a", bough.Fields{"hp": 4})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, stop, err := btlog.New(&out, a, time.UnixMicro(1_000_000))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for range 4 {
		game.Tick(time.Second / 10)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	cut, stopCut, err := btlog.New(short{}, a, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	defer stopCut()
	if err := cut.Flush(); err != io.ErrShortWrite {
		t.Error(err)
	}
	data, found := bytes.CutPrefix(out.Bytes(), []byte("BTCPP4-FileLogger2\x01"))
	if !found {
		t.Fatalf("it begins with %q", data[:19])
	}
	size := binary.LittleEndian.Uint32(data)
	tree, data := string(data[4:4+size]), data[4+size:]
	const wantTree = `<root BTCPP_format="4" main_tree_to_execute="a">
  <BehaviorTree ID="a" _fullpath="">
    <Control ID="priority" name="priority" _uid="1">
      <Action ID="rest" name="rest when hp &lt; 3" _uid="2"/>
      <Decorator ID="repeat" name="repeat" _uid="3">
        <Action ID="work" name="work" _uid="4"/>
      </Decorator>
    </Control>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="rest"/>
    <Action ID="work"/>
    <Control ID="priority"/>
    <Decorator ID="repeat"/>
  </TreeNodesModel>
</root>
`
	if tree != wantTree {
		t.Errorf("the tree is\n%s\nwant\n%s", tree, wantTree)
	}
	if err := xml.Unmarshal([]byte(tree), new(struct{})); err != nil {
		t.Error(err)
	}
	if at := binary.LittleEndian.Uint64(data); at != 1_000_000 {
		t.Errorf("it begins at %d", at)
	}
	var got strings.Builder
	for data = data[8:]; len(data) >= 9; data = data[9:] {
		at := binary.LittleEndian.Uint64(append(bytes.Clone(data[:6]), 0, 0))
		fmt.Fprintf(&got, "%d %d %s\n", at, binary.LittleEndian.Uint16(data[6:]), []string{"idle", "running", "success", "failure"}[data[8]])
	}
	const want = `100001 1 running
100002 3 running
100003 4 running
100004 4 success
100005 4 idle
100006 4 running
100007 4 success
100008 4 idle
100009 3 success
100010 3 idle
100011 1 success
100012 1 idle
200001 1 running
200002 2 running
`
	if got.String() != want || len(data) != 0 {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	files["a.bt"] = &fstest.MapFile{Data: []byte("tree a\n  priority\n    rest\n")}
	source.Touch("a.bt")
	game.Tick(time.Second / 10)
	if err := w.Flush(); err == nil || err.Error() != "a#1 runs another version of its tree from tick 5 on; the log ends there" {
		t.Error(err)
	}
}
