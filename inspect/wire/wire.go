// Package wire has the messages between the page of package inspect and a game, as JSON, for programs that ask the game
// themselves. The types of the page are made from this file.
package wire

import (
	"github.com/bough-dev/bough/internal/palette"
	"github.com/bough-dev/bough/internal/rows"
	"github.com/bough-dev/bough/trees/edit"
)

// Schema is the version of the messages. A page that knows another one says so, and asks to be loaded again.
const Schema = 1

// Stamp says to what a reply or a frame belongs. A page never shows a status beside the rows of another Version.
type Stamp struct {
	Schema int `json:"schema"`
	// Start identifies this start of the game. After another start, everything that a page knows is void.
	Start string `json:"start"`
	// Version is the version of the files in force at Tick; see assets.Bundle.
	Version int     `json:"version"`
	Tick    int64   `json:"tick"`
	Clock   float64 `json:"clock"` // time of the game at the end of Tick, in seconds
}

// Range is a range of ticks, both ends included. From > To is an empty range.
type Range struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Between returns the range from a first to a last tick.
func Between(from, to int64) Range { return Range{from, to} }

// Hello is the reply to GET v1/hello: what a page must know first.
type Hello struct {
	Stamp
	About string `json:"about"` // such as "arena of 40 agents"; "" if the game does not say
	Hash  string `json:"hash"`  // short hash of the files in force
	// Prefix stands in positions before the paths that GET v1/files takes, such as "scripts".
	Prefix string `json:"prefix"`
	// Replay is set for a recording, which does not go on by itself.
	Replay bool `json:"replay"`
	// Acts are the acts that this game accepts; see Act. The list is empty if the page may only look.
	Acts []string `json:"acts"`
	// Scenes is set if findings in scenes are told.
	Scenes bool `json:"scenes,omitempty"`
	// Covers is set if GET v1/coverage/PATH is answered.
	Covers bool `json:"covers,omitempty"`
	// Edits is set if pages may change files.
	Edits bool `json:"edits"`
	// Overlay is set if what pages save goes into an overlay.
	Overlay bool      `json:"overlay,omitempty"`
	Step    float64   `json:"step"`  // length of the last tick, in seconds
	Speed   float64   `json:"speed"` // 1 is real time; 0 if the game does not say
	Land    *Land     `json:"land,omitempty"`
	Trees   []TreeRef `json:"trees"`
	Known   Known     `json:"known"`
	Marks   []Mark    `json:"marks"` // for the whole of Known.Bits
	// Problems are the problems in files, and the script errors that were raised, errors first.
	Problems []Problem `json:"problems"`
}

// Known says about which ticks a page may ask.
type Known struct {
	Bits Range `json:"bits"` // which nodes ran
	Past Range `json:"past"` // values, and why
	// Why says why Past has no ticks, or why it ends early; "" if nothing is missing.
	Why string `json:"why,omitempty"`
	// Replies is set if the replies of helpers are recorded. Otherwise helpers may answer differently in the past.
	Replies bool `json:"replies"`
}

// TreeRef is a tree that agents run.
type TreeRef struct {
	Index  int    `json:"index"` // number of the tree in a Crowd
	Key    string `json:"key"`   // identifies the tree together with its version
	Name   string `json:"name"`  // with parameters, if it has any
	Agents int    `json:"agents"`
}

// Mark is something that happened to the game, for the time line and the columns of a score.
type Mark struct {
	Tick int64  `json:"tick"`
	Kind string `json:"kind"` // version, fault, late, mark, act, restart, gap
	Text string `json:"text"` // such as "v14", "guard.bt", or the text of bt.mark
	// Agent is the agent that the mark is about, or 0.
	Agent int64 `json:"agent,omitempty"`
}

// Problem is a finding in a file, or a script error.
type Problem struct {
	Pos    string `json:"pos"` // file:line:col
	Text   string `json:"text"`
	Error  bool   `json:"error"` // otherwise it is a warning
	Agent  int64  `json:"agent,omitempty"`
	Label  string `json:"label,omitempty"`
	Node   int    `json:"node"` // -1 if it is not about a node
	Tick   int64  `json:"tick,omitempty"`
	Count  int    `json:"count,omitempty"`
	Behind string `json:"behind,omitempty"` // the behavior in quarantine because of it, or ""
}

// Tree is the reply to GET v1/trees/KEY: the rows of a tree, and its picture.
type Tree struct {
	Stamp
	Key  string     `json:"key"`
	Name string     `json:"name"`
	Doc  string     `json:"doc,omitempty"`
	File string     `json:"file,omitempty"`
	Rows []rows.Row `json:"rows"`
	// Stimuli are the names of the stimuli that its behaviors wait for.
	Stimuli []string `json:"stimuli,omitempty"`
	// Picture is the tree as an SVG of package trees/graph; the group of each card has the attribute data-key, which is
	// Row.Key. It is "" if the tree has none.
	Picture string `json:"picture,omitempty"`
}

// AgentRow is an agent in the list.
type AgentRow struct {
	ID    int64   `json:"id"`
	Label string  `json:"label"`
	Tree  int     `json:"tree"`  // TreeRef.Index
	Node  int     `json:"node"`  // deepest active node; -1 if none is active
	Since float64 `json:"since"` // how long Node has been active, in seconds
	Doing string  `json:"doing"` // name of Node
	Fault string  `json:"fault,omitempty"`
	State string  `json:"state,omitempty"` // held, asleep, suspended, or ""
}

// Agents is the reply to GET v1/agents?q=TEXT&tree=KEY&node=N&tick=T&after=ID. Agents with errors come first. With node, it
// has the agents in which that node ran in that tick. If the agents of the tick are not known, Stamp and List are those of the
// present.
type Agents struct {
	Stamp
	List  []AgentRow `json:"list"` // at most 500
	Total int        `json:"total"`
}

// Frame is the state of a watched agent at the end of a tick. All its parts belong to that tick. If not more is known of it
// than which nodes ran, it has no rows and no fields, and Sentence says why.
type Frame struct {
	Stamp
	Type  string `json:"type"` // "frame"
	Agent int64  `json:"agent"`
	Label string `json:"label"`
	Tree  string `json:"tree"` // Tree.Key
	Gone  bool   `json:"gone,omitempty"`
	// Live is set if the frame was made while the game ran, and not by a re-run of the recording.
	Live bool `json:"live"`
	// Sentence says in words what the agent does, since when and why.
	Sentence string       `json:"sentence"`
	State    string       `json:"state,omitempty"` // held, asleep for another 2.5 s, ..., or ""
	Rows     []rows.State `json:"rows"`            // the nodes that were asked or that ran, in pre-order
	// Base is the tick of the frame of this agent that was sent before, if this one has only the difference to it. Rows are then
	// the rows that are others, and Quiet the nodes that were neither asked nor ran any more. Since of the other rows grows with
	// the clock. Only a page that has asked for Differences gets such frames, and after an Ask with Watch first whole ones.
	Base  int64 `json:"base,omitempty"`
	Quiet []int `json:"quiet,omitempty"`
	// Left is the number of rows that are left out, since there are more than 5,000: first those that did not run.
	Left int `json:"left,omitempty"`
	// Ended are the nodes that ended in this tick.
	Ended    []End        `json:"ended,omitempty"`
	Fields   []Field      `json:"fields"`
	Stimuli  []Held       `json:"stimuli,omitempty"`
	Requests []Request    `json:"requests,omitempty"`
	Events   []LaneMark   `json:"events,omitempty"` // what happened to the agent in this tick
	Path     [][2]float64 `json:"path,omitempty"`   // the way that the agent is going
	Gap      bool         `json:"gap,omitempty"`    // frames before this one were dropped for a slow viewer
}

// End is the end of a node.
type End struct {
	Node int    `json:"node"`
	How  string `json:"how"`          // success, failure, aborted
	By   string `json:"by,omitempty"` // for aborted, the node that took over, or the reason
}

// Field is a field of an agent or an entry of a board.
type Field struct {
	Name   string  `json:"name"`
	Text   string  `json:"text"`             // rounded for people
	Exact  string  `json:"exact,omitempty"`  // if it differs from Text
	Number float64 `json:"number,omitempty"` // for a sparkline, if Kind is number
	Kind   string  `json:"kind"`             // nil, boolean, number, string, table, agent, value
	Unit   string  `json:"unit,omitempty"`   // of a number, if the game declares one
	// Set is the tick in which the value was last changed, 0 if that is not known.
	Set int64 `json:"set,omitempty"`
	// By is the last writer; nil if it is not known (yet).
	By *Writer `json:"by,omitempty"`
}

// Writer is who wrote a field.
type Writer struct {
	Tick     int64  `json:"tick"`
	Behavior string `json:"behavior,omitempty"` // "" if Go code wrote it between ticks
	Agent    string `json:"agent,omitempty"`    // of an entry of a board, the label of the agent whose behavior wrote it
	Hook     string `json:"hook,omitempty"`     // "page" if Go code did it for a page; see Act
	Pos      string `json:"pos,omitempty"`      // file:line
	Node     int    `json:"node"`               // -1 for Go
	Was      string `json:"was,omitempty"`      // the value before
	// Again is set if the field had this value already, and who gave it is not known.
	Again bool `json:"again,omitempty"`
	// Doubt says why the writer may be another one, or "".
	Doubt string `json:"doubt,omitempty"`
}

// Held is a stimulus that an agent holds.
type Held struct {
	Name string  `json:"name"`
	Data string  `json:"data,omitempty"`
	Left float64 `json:"left"` // seconds until it is dropped
	// Taken says which node took it; "" if none did.
	Taken string `json:"taken,omitempty"`
}

// Request is a request in force.
type Request struct {
	Channel string  `json:"channel"`
	Kind    string  `json:"kind"`
	Data    string  `json:"data,omitempty"`
	Node    int     `json:"node"`  // the node that made it; -1 if none is known
	Since   float64 `json:"since"` // seconds
}

// LaneMark is something that happened to an agent.
type LaneMark struct {
	Tick int64  `json:"tick"`
	Lane string `json:"lane"` // stimuli, requests, says, faults, boards, inputs
	Text string `json:"text"`
	// State is, for a request, made, ended or replaced; for a stimulus, arrived, taken or dropped.
	State string `json:"state,omitempty"`
	// Ticks is, for an answer, how many ticks after the request it came.
	Ticks int64 `json:"ticks,omitempty"`
	Node  int   `json:"node"`
}

// Ran is the reply to GET v1/ran?agent=ID&from=T&to=T&level=L: the score of an agent. A level of 1 has the exact ticks. A level
// above 1 has one bucket for so many ticks.
type Ran struct {
	Stamp
	Agent int64 `json:"agent"`
	// Parts are the parts of the time in which the agent ran one program, oldest first.
	Parts []Part     `json:"parts"`
	Lanes []LaneMark `json:"lanes,omitempty"`
	// Ends is the range in which the ends of bars and Lanes are known. Elsewhere only the bits are.
	Ends Range `json:"ends"`
}

// Part is the score of an agent while it ran one program.
type Part struct {
	Range
	Tree  string    `json:"tree"` // Tree.Key
	Level int64     `json:"level"`
	Nodes []NodeRan `json:"nodes"` // the nodes that ran at all
	// Idle are ranges in which the agent took no part in ticks: asleep, held, or not due.
	Idle []Range `json:"idle,omitempty"`
}

// NodeRan says when a node ran.
type NodeRan struct {
	Node int `json:"node"`
	// Spans are for level 1: from, to, and how it ended: 0 unknown or still running, 1 success, 2 failure, 3 aborted.
	Spans [][3]int64 `json:"spans,omitempty"`
	// Share is for a level above 1: of each bucket the share of ticks in which the node ran, 0 to 255, in base64.
	Share []byte `json:"share,omitempty"`
	// Starts is for a level above 1: of each bucket how often the node began to run, at most 255, in base64.
	Starts []byte `json:"starts,omitempty"`
}

// Population is the reply to GET v1/population?tree=KEY&from=T&to=T&level=L: how many agents of a tree ran each node.
type Population struct {
	Stamp
	Range
	Tree   string    `json:"tree"`
	Level  int64     `json:"level"`
	Nodes  []NodeRan `json:"nodes"`  // Share is the share of the agents of the tree; nodes that never ran are not listed
	Agents []int     `json:"agents"` // of each bucket, the number of agents
}

// Series is the reply to GET v1/fields?agent=ID&name=NAME&from=T&to=T: the history of a field.
type Series struct {
	Stamp
	Agent  int64   `json:"agent"`
	Name   string  `json:"name"`
	Points []Point `json:"points"` // the ticks in which the value changed
	Known  Range   `json:"known"`
}

// Point is a value from a tick on.
type Point struct {
	Tick   int64   `json:"tick"`
	Text   string  `json:"text"`
	Number float64 `json:"number"`
	By     *Writer `json:"by,omitempty"`
}

// Why is the reply to GET v1/why?agent=ID&node=N&tick=T: everything about one node in one tick.
type Why struct {
	Stamp
	Agent int64  `json:"agent"`
	Node  int    `json:"node"`
	Text  string `json:"text"` // the answer in words
	// Needs are the conditions that keep the node from running, nearest first. Each has a row.
	Needs []Need `json:"needs,omitempty"`
	// Run is where the coroutine of the node waits, if it does.
	Run *Run `json:"run,omitempty"`
	// Last is the last tick in which the node ran, 0 if none is known. Count is in how many of the Of known ticks it ran.
	Last  int64 `json:"last,omitempty"`
	Count int   `json:"count"`
	Of    int   `json:"of"`
	// Steps are the instructions that the hooks of the node took in this tick.
	Steps int64 `json:"steps,omitempty"`
}

// Need is a reason why a node does not run.
type Need struct {
	Node int    `json:"node"`
	Name string `json:"name"`
	Text string `json:"text"`
}

// Run is a waiting coroutine.
type Run struct {
	Pos    string      `json:"pos"`
	Waits  string      `json:"waits"`
	Locals []rows.Term `json:"locals,omitempty"` // local variables of the innermost call, the ones declared last first
	Calls  []Call      `json:"calls,omitempty"`  // the calls around it, the innermost first
}

// Call is a call of a function around the place where a coroutine waits.
type Call struct {
	Function string      `json:"function,omitempty"`
	Pos      string      `json:"pos"`
	Locals   []rows.Term `json:"locals,omitempty"`
}

// Boards is the reply to GET v1/boards?tick=T.
type Boards struct {
	Stamp
	Boards []Board `json:"boards"`
}

// Board is a blackboard.
type Board struct {
	Name    string  `json:"name"`
	Entries []Field `json:"entries"`
}

// Coverage is the reply to GET v1/coverage/PATH: which lines of a file in force have run since it was loaded.
type Coverage struct {
	Stamp
	// Hash is that of the text in force, as in File. It is "" if the game has no such file.
	Hash  string        `json:"hash"`
	Lines []CoveredLine `json:"lines"` // those that can run
}

// CoveredLine says whether a line has run.
type CoveredLine struct {
	Line  int    `json:"line"`
	State string `json:"state"` // ran, part or never; part also if a condition had one outcome only
	Text  string `json:"text"`  // how often, such as "3×" or "2×, hp < 30: true 2×, false 1×"
}

// Costs is the reply to GET v1/costs: what behaviors cost in a range of ticks, most expensive first. It comes from a re-run of
// the ticks before a page has connected, so the range grows into the past. If these are not recorded, it is one of the
// last ticks.
type Costs struct {
	Stamp
	Range
	List []Cost `json:"list"`
}

// Cost is the cost of the hooks of a behavior, for all agents.
type Cost struct {
	Behavior string `json:"behavior"`
	File     string `json:"file,omitempty"` // its script
	Calls    int64  `json:"calls"`
	Steps    int64  `json:"steps"` // instructions of Lua
}

// File is the reply to GET v1/files/PATH, a file that the game has read, to GET v1/saved/PATH, a file as it is in the folder, and to
// GET v1/good/PATH, a file as it was when the files last had no errors.
type File struct {
	Stamp
	Path string `json:"path"`
	Text string `json:"text"`
	Hash string `json:"hash"` // SHA-256 in hex
}

// Palette is the reply to GET v1/palette: what a tree can be made of.
type Palette struct {
	Stamp
	Entries []palette.Entry `json:"entries"`
	Fields  []Declared      `json:"fields"` // declared ones, in the order of agent.fields
	Words   []Word          `json:"words"`  // what scripts can write
}

// Word is a hook, a function or a value for scripts.
type Word struct {
	Name string `json:"name"` // such as "bt.wait"
	Hook bool   `json:"hook,omitempty"`
	Text string `json:"text"` // its signature
	Doc  string `json:"doc"`
}

// Declared is a field that agent.fields declares.
type Declared struct {
	Name  string `json:"name"`
	Type  string `json:"type"`  // in words, "" if it is not said
	Means string `json:"means"` // the sentence about it
}

// Used is the reply to GET v1/used/PATH: what a change of the file reaches.
type Used struct {
	Stamp
	Trees  []string `json:"trees"`  // trees that have a node of the file, sorted
	Agents int      `json:"agents"` // that run one of them
}

// Save is the body of PUT v1/files/PATH, which writes a file, and of POST v1/check, which only says what would be found in
// it. The reply to both is Saved. If the file is not the one with that hash any more, the status is 409, the reply is a
// Conflict, and nothing is written.
type Save struct {
	Path string `json:"path,omitempty"` // for POST v1/check
	Text string `json:"text"`
	Hash string `json:"hash"` // of the file that was read, or "" for a new one; POST v1/check ignores it
	// Drafts are the texts of other files that are not saved either, for POST v1/check and v1/ghost.
	Drafts []Draft `json:"drafts,omitempty"`
}

// Draft is a text that is not saved.
type Draft struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Saved is the reply to a Save.
type Saved struct {
	Stamp
	Hash     string    `json:"hash"`     // of the text
	Findings []Finding `json:"findings"` // in the file, sorted
	Others   int       `json:"others"`   // number of errors in other files
}

// Finding is a problem at a place in a file.
type Finding struct {
	Line   int    `json:"line"`
	Col    int    `json:"col"`   // in characters, from 1; 0 means the whole line
	Error  bool   `json:"error"` // otherwise it is a warning
	Code   string `json:"code"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
	Fix    *Fix   `json:"fix,omitempty"` // what does as the remedy says, or nil
	// Make is the path of the script that would define a behavior which does not exist, or "".
	Make string `json:"make,omitempty"`
}

// Fix replaces the text at the place of a Finding, which is Old.
type Fix struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Files is the reply to GET v1/saved: the files that pages may change.
type Files struct {
	Stamp
	Paths []string `json:"paths"` // sorted
	// Over are those of Paths that are in the overlay. DELETE v1/files/PATH?hash=H takes one out, and returns the File below it.
	Over []string `json:"over,omitempty"`
}

// Conflict is the reply to a Save if the file has changed since it was read.
type Conflict struct {
	Error string `json:"error"`
	Text  string `json:"text"` // of the file as it is now
	Hash  string `json:"hash"` // "" if the file is gone
}

// Change is the body of POST v1/edit: an operation on a row of a tree file. Nothing is written.
type Change struct {
	Path string  `json:"path"`
	Text string  `json:"text"` // of the file, which need not be saved
	Op   edit.Op `json:"op"`
}

// Ghost is the reply to POST v1/ghost, whose body is a Save: what agents would have done if the file had had that text. The last
// ticks are run again with it, and get the inputs that the game got.
type Ghost struct {
	Stamp
	Range
	// Why says why it ends before the present, such as that an agent did something to which the game might have reacted
	// otherwise; "" if it does not.
	Why string `json:"why,omitempty"`
	// List has the first difference of each agent, the earliest first; at most 100.
	List  []Other `json:"list"`
	Total int     `json:"total"`
}

// Other is the first tick in which an agent would have done something else.
type Other struct {
	Tick  int64  `json:"tick"`
	Agent int64  `json:"agent"`
	Label string `json:"label"`
	Text  string `json:"text"` // what it would have done, and because of which change, if that is known
	// Differs has the ranges of ticks in which it would have run other nodes than it did, the oldest first.
	Differs [][2]int64 `json:"differs"`
	Rows    []OtherRow `json:"rows"` // what it would have run in these ticks
}

// OtherRow is when an agent would have run a node.
type OtherRow struct {
	Key   string     `json:"key"` // Row.Key, in the tree that it would have had
	Name  string     `json:"name"`
	Spans [][2]int64 `json:"spans"` // ranges of ticks, within those of Other.Differs
}

// RowOf is the body of POST v1/row, which asks of what a line of a tree file consists.
type RowOf struct {
	Path string `json:"path"`
	Text string `json:"text"` // of the file
	Line int    `json:"line"`
}

// RowParts is the reply to a RowOf.
type RowParts struct {
	Stamp
	Parts []RowPart `json:"parts"` // none if the line has a mistake, or nothing
}

// RowPart is a part of a line.
type RowPart struct {
	Kind string `json:"kind"` // keyword, name, argument, parameter, mark, description, expression, condition or comment
	Name string `json:"name"` // of a parameter
	Text string `json:"text"` // of a parameter its value
}

// Changed is the reply to a Change.
type Changed struct {
	Stamp
	Text     string      `json:"text"`     // of the file afterwards
	Hunks    []edit.Hunk `json:"hunks"`    // what has changed; none if it was so already
	Line     int         `json:"line"`     // where the node is, 0 if it is gone
	Findings []Finding   `json:"findings"` // in the file afterwards
	Others   int         `json:"others"`
}

// Act is the body of POST v1/act. Act is pause, resume, step or speed for the game; scene, to begin again with the scene Name;
// hold, release, set, post, abort, reset, clear, board, spawn or despawn for an agent, a behavior, a board or a tree.
type Act struct {
	Act   string  `json:"act"`
	Agent int64   `json:"agent,omitempty"`
	Name  string  `json:"name,omitempty"`  // field, stimulus, board, behavior, tree, or path of a node
	Key   string  `json:"key,omitempty"`   // of a board
	Value string  `json:"value,omitempty"` // as a literal of Lua: 12, "text", true, nil; data of a stimulus also as x=3 y=4
	Speed float64 `json:"speed,omitempty"`
	// Tick is the tick that the page shows. An act is refused while it shows the past.
	Tick int64 `json:"tick"`
}

// Acted is the reply to an Act.
type Acted struct {
	Stamp
	Text string `json:"text"` // what was done, in words
	// Undo is the act that takes it back, or nil.
	Undo *Act `json:"undo,omitempty"`
	// Set is, for set and board, the value as the next tick will find it.
	Set *Field `json:"set,omitempty"`
}

// Failure is the reply with a status of 400 and above.
type Failure struct {
	Error string `json:"error"` // one sentence with the cause and a remedy
}

// Land is the land that a game shows; see Options.Land.
type Land struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Unit   string  `json:"unit,omitempty"` // such as "m"
	Things []Thing `json:"things,omitempty"`
}

// Thing is something on the land that does not move.
type Thing struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"w"`
	Height float64 `json:"h"`
	Kind   string  `json:"kind"` // the look: house, tree, water, or another word, which the legend shows
}

// Status is a message of the WebSocket: the state of the game, at least once a second.
type Status struct {
	Stamp
	Type   string  `json:"type"` // "status"
	Paused bool    `json:"paused"`
	Speed  float64 `json:"speed"`
	Hash   string  `json:"hash"`
	Known  Known   `json:"known"`
	Step   float64 `json:"step"` // length of the last tick, in seconds
	// Marks are new since the last Status, and so are Trees and Problems if they are there; they may be empty.
	Marks    []Mark    `json:"marks,omitempty"`
	Trees    []TreeRef `json:"trees,omitzero"`
	Problems []Problem `json:"problems,omitzero"`
	Viewers  int       `json:"viewers"`
	// Silent is set if the game has not ticked for 200 ms, or for the time of three of its ticks, if they take longer.
	Silent bool `json:"silent,omitempty"`
	// Lost says why there is no Crowd of the tick that the page seeks, or "".
	Lost string `json:"lost,omitempty"`
}

// PageData is all that a page in a file shows: the answers to what it may ask.
type PageData struct {
	Schema int          `json:"schema"`
	Hello  Hello        `json:"hello"`
	Agents Agents       `json:"agents"`
	Trees  []Tree       `json:"trees"`
	Scores []PageScore  `json:"scores"`
	Whys   []Why        `json:"whys"`   // without their stamps
	Boards []PageBoards `json:"boards"` // of each tick, the oldest first
	Costs  Costs        `json:"costs"`
	Files  []File       `json:"files,omitempty"` // none unless the sources are in the file
}

// PageBoards are the boards after each of a range of ticks.
type PageBoards struct {
	Range
	Boards []Board `json:"boards"`
}

// PageScore is the history of an agent: its states, tick by tick.
type PageScore struct {
	Agent  int64     `json:"agent"`
	Label  string    `json:"label"`
	Frames []Frame   `json:"frames"` // of each tick in which it was there, as differences; see Frame.Base
	Ran    Ran       `json:"ran"`
	Whys   []PageWhy `json:"explained"`
}

// PageWhy is the answer about a node in a range of ticks.
type PageWhy struct {
	Range
	Tree string `json:"tree"` // Tree.Key
	Node int    `json:"node"`
	Why  int    `json:"why"` // index in PageData.Whys
}

// Ask is a message of the page on the WebSocket. The first one has the Token. A later one changes only what it contains.
type Ask struct {
	Token string  `json:"token,omitempty"`
	Watch []int64 `json:"watch,omitempty"` // agents to get frames of; at most 4
	// Rate is the number of frames per second, at most 30.
	Rate float64 `json:"rate,omitempty"`
	// Seek is the tick to show; 0 means the present. The page gets the Frame of each watched agent at that tick, and the
	// Crowd.
	Seek *int64 `json:"seek,omitempty"`
	// Differences permits frames that have only what differs from the frame before; see Frame.Base.
	Differences bool `json:"differences,omitempty"`
	// Crowd asks for Crowd frames.
	Crowd *bool `json:"crowd,omitempty"`
	// View is the part of the land to get single agents of, if there are more than 2,000: left, top, right, bottom.
	View *[4]float64 `json:"view,omitempty"`
}

// A Crowd is the binary message of the WebSocket, little endian, for all agents that have changed:
//
//	u8  schema, u8 flags (1: full frame; 2: density grid), u16 version, u32 tick low, u32 tick high, f32 clock
//	u32 number of agents in the world, u32 number of entries
//	entry: u32 id, u16 tree, i16 deepest active node, u32 ticks for which it has been active,
//	       u8 flags (1: fault, 2: held, 4: asleep, 8: gone, 16: has a place), u8 heading (0..255, 0 is +x), u16 0, f32 x, f32 y
//	grid:  u16 columns, u16 rows, f32 left, top, right, bottom, then u16 agents in each cell, row by row
//
// The entries of a full frame are all agents; otherwise agents without an entry are unchanged.
