package luabind

// Default bounds of a Runtime.
const (
	// DefaultBudget is how many instructions one hook call may take: one or
	// two milliseconds of work.
	DefaultBudget = 100_000
	// LoadBudget is how many instructions the file level of a script may take.
	LoadBudget = 1_000_000
	// DefaultLogLines is how many lines an agent may log in one tick.
	DefaultLogLines = 20
)

// NoBudget as Options.Budget lets scripts run without counting instructions: a
// loop without end then hangs the game.
const NoBudget = -1

// Options configure a Runtime. The zero value is one state.
type Options struct {
	// Workers is the number of Lua states; it must be that of the world. 0
	// means 1.
	Workers int
	// Budget is the number of instructions per hook call; 0 means
	// DefaultBudget, NoBudget none.
	Budget int
	// TickBudget is the number of instructions that all hook calls of an agent in one
	// tick may take together; 0 means TickBudgets times Budget. Beyond that each call
	// gets a thousand at most.
	TickBudget int
	// Keep is how many bytes an agent may keep from tick to tick; 0 means DefaultKeep, a
	// negative number any. Without a Budget they are not counted.
	Keep int
	// KeepTogether is how many bytes all agents together may keep; 0 means
	// DefaultKeepTogether, a negative number any.
	KeepTogether int
	// Log receives what the file level of scripts prints, on the goroutine that
	// loads. What hooks print goes to engine.Options.OnLog. Nil discards it.
	Log func(text string)
}
