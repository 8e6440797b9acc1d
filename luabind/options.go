package luabind

// Default bounds of a Runtime.
const (
	// DefaultBudget bounds the instructions of one hook call. It amounts to one or two milliseconds of work.
	DefaultBudget = 100_000
	// LoadBudget bounds the instructions of the file level of a script.
	LoadBudget = 1_000_000
	// DefaultLogLines bounds the lines that an agent may log in one tick.
	DefaultLogLines = 20
)

// NoBudget as Options.Budget disables the count of instructions. An endless loop then hangs the game.
const NoBudget = -1

// Options configure a Runtime. The zero value gives one Lua state.
type Options struct {
	// Workers is the number of Lua states, which must equal the number of workers of the world; 0 means 1.
	Workers int
	// Budget bounds the instructions of one hook call; 0 means DefaultBudget, NoBudget means no bound.
	Budget int
	// TickBudget bounds the instructions of all hook calls of an agent in one tick together; 0 means TickBudgets
	// times Budget. After that each call gets at most a thousand instructions.
	TickBudget int
	// Keep bounds the bytes that an agent may keep from tick to tick; 0 means DefaultKeep, a negative number means
	// no bound. Without a Budget they are not counted.
	Keep int
	// KeepTogether bounds the bytes that all agents together may keep; 0 means DefaultKeepTogether, a negative
	// number means no bound.
	KeepTogether int
	// Log receives the output of print at the file level of scripts, on the goroutine that loads them. Output of
	// hooks goes to engine.Options.OnLog. Nil discards the output.
	Log func(text string)
	// Replies makes helpers record or play back their replies; see engine.Context.Tape. Each call of a helper then takes
	// a little longer.
	Replies bool
}
