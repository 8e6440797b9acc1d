// Generated from structs of Go: go test ./inspect -run Wire -update

export const schema = 1;

// Stamp says to what a reply or a frame belongs. A page never shows a status beside the rows of another Version.
export interface Stamp {
  schema: number;
  // Start identifies this start of the game. After another start, everything that a page knows is void.
  start: string;
  // Version is the version of the files in force at Tick; see assets.Bundle.
  version: number;
  tick: number;
  clock: number; // time of the game at the end of Tick, in seconds
}

// Range is a range of ticks, both ends included. From > To is an empty range.
export interface Range {
  from: number;
  to: number;
}

// Hello is the reply to GET v1/hello: what a page must know first.
export interface Hello extends Stamp {
  about: string; // such as "arena of 40 agents"; "" if the game does not say
  hash: string; // short hash of the files in force
  // Prefix stands in positions before the paths that GET v1/files takes, such as "scripts".
  prefix: string;
  // Replay is set for a recording, which does not go on by itself.
  replay: boolean;
  // Acts are the acts that this game accepts; see Act. The list is empty if the page may only look.
  acts: string[];
  // Scenes is set if findings in scenes are told.
  scenes?: boolean;
  // Covers is set if GET v1/coverage/PATH is answered.
  covers?: boolean;
  // Edits is set if pages may change files.
  edits: boolean;
  // Overlay is set if what pages save goes into an overlay.
  overlay?: boolean;
  step: number; // length of the last tick, in seconds
  speed: number; // 1 is real time; 0 if the game does not say
  land?: Land;
  trees: TreeRef[];
  known: Known;
  marks: Mark[]; // for the whole of Known.Bits
  // Problems are the problems in files, and the script errors that were raised, errors first.
  problems: Problem[];
}

// Known says about which ticks a page may ask.
export interface Known {
  bits: Range; // which nodes ran
  past: Range; // values, and why
  // Why says why Past has no ticks, or why it ends early; "" if nothing is missing.
  why?: string;
  // Replies is set if the replies of helpers are recorded. Otherwise helpers may answer differently in the past.
  replies: boolean;
}

// TreeRef is a tree that agents run.
export interface TreeRef {
  index: number; // number of the tree in a Crowd
  key: string; // identifies the tree together with its version
  name: string; // with parameters, if it has any
  agents: number;
}

// Mark is something that happened to the game, for the time line and the columns of a score.
export interface Mark {
  tick: number;
  kind: string; // version, fault, late, mark, act, restart, gap
  text: string; // such as "v14", "guard.bt", or the text of bt.mark
  // Agent is the agent that the mark is about, or 0.
  agent?: number;
}

// Problem is a finding in a file, or a script error.
export interface Problem {
  pos: string; // file:line:col
  text: string;
  error: boolean; // otherwise it is a warning
  agent?: number;
  label?: string;
  node: number; // -1 if it is not about a node
  tick?: number;
  count?: number;
  behind?: string; // the behavior in quarantine because of it, or ""
}

// Tree is the reply to GET v1/trees/KEY: the rows of a tree, and its picture.
export interface Tree extends Stamp {
  key: string;
  name: string;
  doc?: string;
  file?: string;
  rows: Row[];
  // Stimuli are the names of the stimuli that its behaviors wait for.
  stimuli?: string[];
  // Picture is the tree as an SVG of package trees/graph; the group of each card has the attribute data-key, which is
  // Row.Key. It is "" if the tree has none.
  picture?: string;
}

// AgentRow is an agent in the list.
export interface AgentRow {
  id: number;
  label: string;
  tree: number; // TreeRef.Index
  node: number; // deepest active node; -1 if none is active
  since: number; // how long Node has been active, in seconds
  doing: string; // name of Node
  fault?: string;
  state?: string; // held, asleep, suspended, or ""
}

// Agents is the reply to GET v1/agents?q=TEXT&tree=KEY&node=N&tick=T&after=ID. Agents with errors come first. With node, it
// has the agents in which that node ran in that tick. If the agents of the tick are not known, Stamp and List are those of the
// present.
export interface Agents extends Stamp {
  list: AgentRow[]; // at most 500
  total: number;
}

// Frame is the state of a watched agent at the end of a tick. All its parts belong to that tick. If not more is known of it
// than which nodes ran, it has no rows and no fields, and Sentence says why.
export interface Frame extends Stamp {
  type: string; // "frame"
  agent: number;
  label: string;
  tree: string; // Tree.Key
  gone?: boolean;
  // Live is set if the frame was made while the game ran, and not by a re-run of the recording.
  live: boolean;
  // Sentence says in words what the agent does, since when and why.
  sentence: string;
  state?: string; // held, asleep for another 2.5 s, ..., or ""
  rows: State[]; // the nodes that were asked or that ran, in pre-order
  // Base is the tick of the frame of this agent that was sent before, if this one has only the difference to it. Rows are then
  // the rows that are others, and Quiet the nodes that were neither asked nor ran any more. Since of the other rows grows with
  // the clock. Only a page that has asked for Differences gets such frames, and after an Ask with Watch first whole ones.
  base?: number;
  quiet?: number[];
  // Left is the number of rows that are left out, since there are more than 5,000: first those that did not run.
  left?: number;
  // Ended are the nodes that ended in this tick.
  ended?: End[];
  fields: Field[];
  stimuli?: Held[];
  requests?: Request[];
  events?: LaneMark[]; // what happened to the agent in this tick
  path?: [number, number][]; // the way that the agent is going
  gap?: boolean; // frames before this one were dropped for a slow viewer
}

// End is the end of a node.
export interface End {
  node: number;
  how: string; // success, failure, aborted
  by?: string; // for aborted, the node that took over, or the reason
}

// Field is a field of an agent or an entry of a board.
export interface Field {
  name: string;
  text: string; // rounded for people
  exact?: string; // if it differs from Text
  number?: number; // for a sparkline, if Kind is number
  kind: string; // nil, boolean, number, string, table, agent, value
  unit?: string; // of a number, if the game declares one
  // Set is the tick in which the value was last changed, 0 if that is not known.
  set?: number;
  // By is the last writer; nil if it is not known (yet).
  by?: Writer;
}

// Writer is who wrote a field.
export interface Writer {
  tick: number;
  behavior?: string; // "" if Go code wrote it between ticks
  agent?: string; // of an entry of a board, the label of the agent whose behavior wrote it
  hook?: string; // "page" if Go code did it for a page; see Act
  pos?: string; // file:line
  node: number; // -1 for Go
  was?: string; // the value before
  // Again is set if the field had this value already, and who gave it is not known.
  again?: boolean;
  // Doubt says why the writer may be another one, or "".
  doubt?: string;
}

// Held is a stimulus that an agent holds.
export interface Held {
  name: string;
  data?: string;
  left: number; // seconds until it is dropped
  // Taken says which node took it; "" if none did.
  taken?: string;
}

// Request is a request in force.
export interface Request {
  channel: string;
  kind: string;
  data?: string;
  node: number; // the node that made it; -1 if none is known
  since: number; // seconds
}

// LaneMark is something that happened to an agent.
export interface LaneMark {
  tick: number;
  lane: string; // stimuli, requests, says, faults, boards, inputs
  text: string;
  // State is, for a request, made, ended or replaced; for a stimulus, arrived, taken or dropped.
  state?: string;
  // Ticks is, for an answer, how many ticks after the request it came.
  ticks?: number;
  node: number;
}

// Ran is the reply to GET v1/ran?agent=ID&from=T&to=T&level=L: the score of an agent. A level of 1 has the exact ticks. A level
// above 1 has one bucket for so many ticks.
export interface Ran extends Stamp {
  agent: number;
  // Parts are the parts of the time in which the agent ran one program, oldest first.
  parts: Part[];
  lanes?: LaneMark[];
  // Ends is the range in which the ends of bars and Lanes are known. Elsewhere only the bits are.
  ends: Range;
}

// Part is the score of an agent while it ran one program.
export interface Part extends Range {
  tree: string; // Tree.Key
  level: number;
  nodes: NodeRan[]; // the nodes that ran at all
  // Idle are ranges in which the agent took no part in ticks: asleep, held, or not due.
  idle?: Range[];
}

// NodeRan says when a node ran.
export interface NodeRan {
  node: number;
  // Spans are for level 1: from, to, and how it ended: 0 unknown or still running, 1 success, 2 failure, 3 aborted.
  spans?: [number, number, number][];
  // Share is for a level above 1: of each bucket the share of ticks in which the node ran, 0 to 255, in base64.
  share?: string;
  // Starts is for a level above 1: of each bucket how often the node began to run, at most 255, in base64.
  starts?: string;
}

// Population is the reply to GET v1/population?tree=KEY&from=T&to=T&level=L: how many agents of a tree ran each node.
export interface Population extends Stamp, Range {
  tree: string;
  level: number;
  nodes: NodeRan[]; // Share is the share of the agents of the tree; nodes that never ran are not listed
  agents: number[]; // of each bucket, the number of agents
}

// Series is the reply to GET v1/fields?agent=ID&name=NAME&from=T&to=T: the history of a field.
export interface Series extends Stamp {
  agent: number;
  name: string;
  points: Point[]; // the ticks in which the value changed
  known: Range;
}

// Point is a value from a tick on.
export interface Point {
  tick: number;
  text: string;
  number: number;
  by?: Writer;
}

// Why is the reply to GET v1/why?agent=ID&node=N&tick=T: everything about one node in one tick.
export interface Why extends Stamp {
  agent: number;
  node: number;
  text: string; // the answer in words
  // Needs are the conditions that keep the node from running, nearest first. Each has a row.
  needs?: Need[];
  // Run is where the coroutine of the node waits, if it does.
  run?: Run;
  // Last is the last tick in which the node ran, 0 if none is known. Count is in how many of the Of known ticks it ran.
  last?: number;
  count: number;
  of: number;
  // Steps are the instructions that the hooks of the node took in this tick.
  steps?: number;
}

// Need is a reason why a node does not run.
export interface Need {
  node: number;
  name: string;
  text: string;
}

// Run is a waiting coroutine.
export interface Run {
  pos: string;
  waits: string;
  locals?: Term[]; // local variables of the innermost call, the ones declared last first
  calls?: Call[]; // the calls around it, the innermost first
}

// Call is a call of a function around the place where a coroutine waits.
export interface Call {
  function?: string;
  pos: string;
  locals?: Term[];
}

// Boards is the reply to GET v1/boards?tick=T.
export interface Boards extends Stamp {
  boards: Board[];
}

// Board is a blackboard.
export interface Board {
  name: string;
  entries: Field[];
}

// Coverage is the reply to GET v1/coverage/PATH: which lines of a file in force have run since it was loaded.
export interface Coverage extends Stamp {
  // Hash is that of the text in force, as in File. It is "" if the game has no such file.
  hash: string;
  lines: CoveredLine[]; // those that can run
}

// CoveredLine says whether a line has run.
export interface CoveredLine {
  line: number;
  state: string; // ran, part or never; part also if a condition had one outcome only
  text: string; // how often, such as "3×" or "2×, hp < 30: true 2×, false 1×"
}

// Costs is the reply to GET v1/costs: what behaviors cost in a range of ticks, most expensive first. It comes from a re-run of
// the ticks before a page has connected, so the range grows into the past. If these are not recorded, it is one of the
// last ticks.
export interface Costs extends Stamp, Range {
  list: Cost[];
}

// Cost is the cost of the hooks of a behavior, for all agents.
export interface Cost {
  behavior: string;
  file?: string; // its script
  calls: number;
  steps: number; // instructions of Lua
}

// File is the reply to GET v1/files/PATH, a file that the game has read, to GET v1/saved/PATH, a file as it is in the folder, and to
// GET v1/good/PATH, a file as it was when the files last had no errors.
export interface File extends Stamp {
  path: string;
  text: string;
  hash: string; // SHA-256 in hex
}

// Palette is the reply to GET v1/palette: what a tree can be made of.
export interface Palette extends Stamp {
  entries: Entry[];
  fields: Declared[]; // declared ones, in the order of agent.fields
  words: Word[]; // what scripts can write
}

// Word is a hook, a function or a value for scripts.
export interface Word {
  name: string; // such as "bt.wait"
  hook?: boolean;
  text: string; // its signature
  doc: string;
}

// Declared is a field that agent.fields declares.
export interface Declared {
  name: string;
  type: string; // in words, "" if it is not said
  means: string; // the sentence about it
}

// Used is the reply to GET v1/used/PATH: what a change of the file reaches.
export interface Used extends Stamp {
  trees: string[]; // trees that have a node of the file, sorted
  agents: number; // that run one of them
}

// Save is the body of PUT v1/files/PATH, which writes a file, and of POST v1/check, which only says what would be found in
// it. The reply to both is Saved. If the file is not the one with that hash any more, the status is 409, the reply is a
// Conflict, and nothing is written.
export interface Save {
  path?: string; // for POST v1/check
  text: string;
  hash: string; // of the file that was read, or "" for a new one; POST v1/check ignores it
  // Drafts are the texts of other files that are not saved either, for POST v1/check and v1/ghost.
  drafts?: Draft[];
}

// Draft is a text that is not saved.
export interface Draft {
  path: string;
  text: string;
}

// Saved is the reply to a Save.
export interface Saved extends Stamp {
  hash: string; // of the text
  findings: Finding[]; // in the file, sorted
  others: number; // number of errors in other files
}

// Finding is a problem at a place in a file.
export interface Finding {
  line: number;
  col: number; // in characters, from 1; 0 means the whole line
  error: boolean; // otherwise it is a warning
  code: string;
  text: string;
  remedy?: string;
  fix?: Fix; // what does as the remedy says, or nil
  // Make is the path of the script that would define a behavior which does not exist, or "".
  make?: string;
}

// Fix replaces the text at the place of a Finding, which is Old.
export interface Fix {
  old: string;
  new: string;
}

// Files is the reply to GET v1/saved: the files that pages may change.
export interface Files extends Stamp {
  paths: string[]; // sorted
  // Over are those of Paths that are in the overlay. DELETE v1/files/PATH?hash=H takes one out, and returns the File below it.
  over?: string[];
}

// Conflict is the reply to a Save if the file has changed since it was read.
export interface Conflict {
  error: string;
  text: string; // of the file as it is now
  hash: string; // "" if the file is gone
}

// Change is the body of POST v1/edit: an operation on a row of a tree file. Nothing is written.
export interface Change {
  path: string;
  text: string; // of the file, which need not be saved
  op: Op;
}

// Ghost is the reply to POST v1/ghost, whose body is a Save: what agents would have done if the file had had that text. The last
// ticks are run again with it, and get the inputs that the game got.
export interface Ghost extends Stamp, Range {
  // Why says why it ends before the present, such as that an agent did something to which the game might have reacted
  // otherwise; "" if it does not.
  why?: string;
  // List has the first difference of each agent, the earliest first; at most 100.
  list: Other[];
  total: number;
}

// Other is the first tick in which an agent would have done something else.
export interface Other {
  tick: number;
  agent: number;
  label: string;
  text: string; // what it would have done, and because of which change, if that is known
  // Differs has the ranges of ticks in which it would have run other nodes than it did, the oldest first.
  differs: [number, number][];
  rows: OtherRow[]; // what it would have run in these ticks
}

// OtherRow is when an agent would have run a node.
export interface OtherRow {
  key: string; // Row.Key, in the tree that it would have had
  name: string;
  spans: [number, number][]; // ranges of ticks, within those of Other.Differs
}

// RowOf is the body of POST v1/row, which asks of what a line of a tree file consists.
export interface RowOf {
  path: string;
  text: string; // of the file
  line: number;
}

// RowParts is the reply to a RowOf.
export interface RowParts extends Stamp {
  parts: RowPart[]; // none if the line has a mistake, or nothing
}

// RowPart is a part of a line.
export interface RowPart {
  kind: string; // keyword, name, argument, parameter, mark, description, expression, condition or comment
  name: string; // of a parameter
  text: string; // of a parameter its value
}

// Changed is the reply to a Change.
export interface Changed extends Stamp {
  text: string; // of the file afterwards
  hunks: Hunk[]; // what has changed; none if it was so already
  line: number; // where the node is, 0 if it is gone
  findings: Finding[]; // in the file afterwards
  others: number;
}

// Act is the body of POST v1/act. Act is pause, resume, step or speed for the game; scene, to begin again with the scene Name;
// hold, release, set, post, abort, reset, clear, board, spawn or despawn for an agent, a behavior, a board or a tree.
export interface Act {
  act: string;
  agent?: number;
  name?: string; // field, stimulus, board, behavior, tree, or path of a node
  key?: string; // of a board
  value?: string; // as a literal of Lua: 12, "text", true, nil; data of a stimulus also as x=3 y=4
  speed?: number;
  // Tick is the tick that the page shows. An act is refused while it shows the past.
  tick: number;
}

// Acted is the reply to an Act.
export interface Acted extends Stamp {
  text: string; // what was done, in words
  // Undo is the act that takes it back, or nil.
  undo?: Act;
  // Set is, for set and board, the value as the next tick will find it.
  set?: Field;
}

// Failure is the reply with a status of 400 and above.
export interface Failure {
  error: string; // one sentence with the cause and a remedy
}

// Land is the land that a game shows; see Options.Land.
export interface Land {
  left: number;
  top: number;
  width: number;
  height: number;
  unit?: string; // such as "m"
  things?: Thing[];
}

// Thing is something on the land that does not move.
export interface Thing {
  x: number;
  y: number;
  w: number;
  h: number;
  kind: string; // the look: house, tree, water, or another word, which the legend shows
}

// Status is a message of the WebSocket: the state of the game, at least once a second.
export interface Status extends Stamp {
  type: string; // "status"
  paused: boolean;
  speed: number;
  hash: string;
  known: Known;
  step: number; // length of the last tick, in seconds
  // Marks are new since the last Status, and so are Trees and Problems if they are there; they may be empty.
  marks?: Mark[];
  trees?: TreeRef[];
  problems?: Problem[];
  viewers: number;
  // Silent is set if the game has not ticked for 200 ms, or for the time of three of its ticks, if they take longer.
  silent?: boolean;
  // Lost says why there is no Crowd of the tick that the page seeks, or "".
  lost?: string;
}

// PageData is all that a page in a file shows: the answers to what it may ask.
export interface PageData {
  schema: number;
  hello: Hello;
  agents: Agents;
  trees: Tree[];
  scores: PageScore[];
  whys: Why[]; // without their stamps
  boards: PageBoards[]; // of each tick, the oldest first
  costs: Costs;
  files?: File[]; // none unless the sources are in the file
}

// PageBoards are the boards after each of a range of ticks.
export interface PageBoards extends Range {
  boards: Board[];
}

// PageScore is the history of an agent: its states, tick by tick.
export interface PageScore {
  agent: number;
  label: string;
  frames: Frame[]; // of each tick in which it was there, as differences; see Frame.Base
  ran: Ran;
  explained: PageWhy[];
}

// PageWhy is the answer about a node in a range of ticks.
export interface PageWhy extends Range {
  tree: string; // Tree.Key
  node: number;
  why: number; // index in PageData.Whys
}

// Ask is a message of the page on the WebSocket. The first one has the Token. A later one changes only what it contains.
export interface Ask {
  token?: string;
  watch?: number[]; // agents to get frames of; at most 4
  // Rate is the number of frames per second, at most 30.
  rate?: number;
  // Seek is the tick to show; 0 means the present. The page gets the Frame of each watched agent at that tick, and the
  // Crowd.
  seek?: number;
  // Differences permits frames that have only what differs from the frame before; see Frame.Base.
  differences?: boolean;
  // Crowd asks for Crowd frames.
  crowd?: boolean;
  // View is the part of the land to get single agents of, if there are more than 2,000: left, top, right, bottom.
  view?: [number, number, number, number];
}

// Row is a node of a tree as a line. It does not change until the tree does.
export interface Row {
  node: number; // index in the program
  end: number; // index after the last descendant
  depth: number; // number of ancestors
  key: string; // engine.NodeInfo.Key
  path: string;
  // Glyph says how the node picks among its children: one, all, order, tree, decorator, leaf or condition.
  glyph: string;
  name: string; // as in the tree file, with its values: "move.flee 5"
  when?: string; // its guard
  also?: boolean; // it has the mark +: the next ones are still tried
  note?: string;
  doc?: string;
  pos?: string; // file:line of the node in its tree file
  file?: string; // the script of its behavior
  // Tree is set for the root of an included tree, with its arguments.
  tree?: string;
  disabled?: boolean;
}

// State describes a node in one tick of an agent.
export interface State {
  node: number;
  // Mark is runs, success, failure, aborted, refused, ready (it was asked and is ready, but another node was chosen), fault,
  // asleep, or "" if it was not asked.
  mark: string;
  // Why is the reason of a refusal, in a few words: "dead = false", "cools down 1.4 s", "no stimulus noise". Detail is the
  // whole sentence.
  why?: string;
  detail?: string;
  terms?: Term[]; // the terms of the guard, with their values
  reads?: Term[]; // what hooks have read
  since?: number; // seconds for which the node has been active
  // Left and Of are the seconds that a cooldown or a wait still takes, and took at its begin.
  left?: number;
  of?: number;
  score?: number; // utility
  waits?: string; // where and for how long its run waits
  count?: string; // of a parallel: "2 of 3, one running", or at its end "knock decided"
  steps?: number; // instructions of its hooks in this tick
  error?: string;
  pos?: string; // file:line:col of Error
}

// Term is a part of a condition or a name that was read, with its value.
export interface Term {
  text: string;
  value: string;
}

// Op is an operation on the node in a line. In a file that is parsed without mistakes, each node has a line of its own.
export interface Op {
  do: Do;
  line?: number; // the line of the node, from 1; Insert has none
  at?: number; // Insert and Move: the line of the node beside or below which the node will be
  side?: Side; // Insert and Move: on which side of At
  name?: string; // SetParam: the name of the parameter
  arg?: number; // SetArg: the index of the positional parameter, from 0
  on?: boolean; // SetDisabled and SetMark: whether the node has the word or the mark afterwards
  text?: string; // what is written, as it stands in a file
}

// Do is the name of an operation.
export type Do = "insert" | "move" | "remove" | "wrap" | "rename" | "param" | "arg" | "expression" | "condition" | "comment" | "disabled" | "mark";

// Side is the side of a node.
export type Side = "before" | "after" | "below";

// Edit is a change of the lines of a file.
export interface Edit {
  path: string;
  hunks: Hunk[]; // in the order of the file; they do not overlap
  line: number; // where the node is afterwards, or the first one of Insert; 0 if it is gone, as after Remove and Undo
}

// Hunk replaces lines. Old or New may be empty.
export interface Hunk {
  line: number; // the first line of Old in the file before the edit, from 1, or the line before which New comes
  old: string[]; // with their line ends
  new: string[];
}

// Entry is a node kind, or what a game or its files define.
export interface Entry {
  name: string;
  aliases?: string[];
  group: string;
  doc: string;
  children_least: number;
  children_most: number; // -1 if there is no bound
  expression?: boolean;
  fields?: boolean;
  positional?: number;
  params?: Param[];
  child_params?: Param[];
  example?: string;
  source?: string; // source of a named condition
  // of a behavior
  hooks?: string[]; // run counts as "behavior"
  children?: string; // how the behavior picks among its children
  non_exclusive?: boolean;
  stimulus?: string;
}

// Param is a parameter of an Entry.
export interface Param {
  name: string;
  type: string;
  words?: string[];
  required?: boolean;
  default?: string;
  doc?: string;
}

// lists are the names of the fields that are lists; Go writes null for one that is empty.
export const lists: ReadonlySet<string> = new Set([
  "acts",
  "agents",
  "boards",
  "differs",
  "entries",
  "explained",
  "fields",
  "findings",
  "frames",
  "hunks",
  "lines",
  "list",
  "marks",
  "new",
  "nodes",
  "old",
  "parts",
  "paths",
  "points",
  "problems",
  "rows",
  "scores",
  "spans",
  "trees",
  "whys",
  "words",
]);
