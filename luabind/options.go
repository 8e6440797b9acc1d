package luabind

// Default bounds of a Runtime.
const (
	// DefaultBudget is the default of Options.Budget. It is enough for one or two milliseconds of work.
	DefaultBudget = 100_000
	// LoadBudget is the largest number of instructions for the file level of a script.
	LoadBudget = 1_000_000
	// DefaultLogLines is the largest number of lines that an agent may log in one tick.
	DefaultLogLines = 20
)

// NoBudget disables the count of instructions if it is the value of Options.Budget. An endless loop then hangs the
// game.
const NoBudget = -1

// Options configures a Runtime. The zero value is valid, and gives one Lua state.
type Options struct {
	// Workers is the number of Lua states. It must equal the number of workers of the world. 0 means 1.
	Workers int
	// Budget is the largest number of instructions in one hook call. 0 means DefaultBudget, and NoBudget means no
	// bound.
	Budget int
	// TickBudget is the number of instructions for all hook calls of an agent in one tick together. 0 means
	// TickBudgets times Budget. Once an agent has used it up, each further call gets at most a thousand
	// instructions.
	TickBudget int
	// Keep is the largest number of bytes that an agent may keep from tick to tick. 0 means DefaultKeep, and a
	// negative number means no bound. If Budget is NoBudget, the bytes are not counted.
	Keep int
	// KeepTogether is the largest number of bytes that all agents together may keep. 0 means DefaultKeepTogether,
	// and a negative number means no bound.
	KeepTogether int
	// History is the number of past ticks that an agent remembers. It must equal engine.Options.History of the world; 0
	// means engine.DefaultHistory. Questions about more ticks are errors.
	History int
	// Log receives the output of print at the file level of scripts. It is called on the goroutine that loads them.
	// Output of hooks goes to engine.Options.OnLog. If Log is nil, the output is discarded.
	Log func(text string)
	// Coverage makes the Runtime count what runs of scripts and conditions; see Runtime.ScriptCoverage and
	// Runtime.Outcomes. Results do not depend on it.
	Coverage bool
}
