package engine

// DecidedFirst returns the nodes planned by the first decision of the last tick, of the worker of a; see
// Options.DecideTwice. If the world has a worker for each agent, these are the nodes planned for a.
func (a *Agent) DecidedFirst() []uint64 { return a.worker.purity.first[:a.code.prog.words] }
