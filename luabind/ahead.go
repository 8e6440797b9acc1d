//go:build !luacore

package luabind

// ahead copies relinked chunks to the workers while more are being relinked, on a goroutine
// of its own. All that it reads was written down before: what a file has made when it ran,
// and what the modules were when they had been loaded. Replicate ends it, and drops the
// copies of chunks whose modules were changed by other files meanwhile.
//
// What was run is not copied so, as it may be given away (see give), and other files may
// still come upon it by way of a module.
type ahead struct {
	batch []*Chunk
	work  chan []*Chunk
	done  chan struct{}
}

// Handing on a chunk by itself would take as long as copying a part of it.
const (
	aheadBatch   = 64 // chunks are handed on at a time
	aheadBatches = 64 // may wait
)

// copyAhead has a relinked chunk copied.
func (r *Runtime) copyAhead(c *Chunk) {
	(&replicating{runtime: r}).early(c.near)
	if r.ahead == nil {
		r.ahead = &ahead{work: make(chan []*Chunk, aheadBatches), done: make(chan struct{})}
		go r.ahead.run(r)
	}
	if r.ahead.batch = append(r.ahead.batch, c); len(r.ahead.batch) == aheadBatch {
		r.ahead.work <- r.ahead.batch
		r.ahead.batch = make([]*Chunk, 0, aheadBatch)
	}
}

// early copies modules as they were when they had been loaded.
func (p *replicating) early(modules []*Chunk) {
	for _, m := range modules {
		if m.twins == nil {
			p.early(m.near)
			p.copyTo(m, m.image, p.runtime.loader.in(m))
		}
	}
}

func (a *ahead) run(r *Runtime) {
	defer close(a.done)
	p := &replicating{runtime: r}
	for batch := range a.work {
		for _, c := range batch {
			p.borrower(c)
		}
	}
}

// settle waits until all relinked chunks have been copied.
func (r *Runtime) settle() {
	if a := r.ahead; a != nil {
		a.work <- a.batch
		close(a.work)
		<-a.done
		r.ahead = nil
	}
}
