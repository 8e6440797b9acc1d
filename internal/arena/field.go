package arena

import "github.com/bough-dev/bough/engine"

// field is the land and the bodies on it. It does not change while agents decide, so all workers may use it
// concurrently. The helpers of scripts are methods of field.
type field struct {
	plan   plan
	ground *ground
	grid   buckets
	bodies []body  // by slot
	slots  []int32 // by agent ID: slot+1, or 0
	petOf  []int   // by slot of the owner: slot of the pet, or -1
}

// newField returns a field without inhabitants.
func newField(p plan, r *engine.Rand) *field {
	f := &field{plan: p, ground: p.build(r)}
	f.grid = newBuckets(f.ground.width, f.ground.height, bodyCell)
	return f
}

// body returns the body of an agent, or nil if the agent has no body on the land.
func (f *field) body(id engine.AgentID) *body {
	if id < 0 || int(id) >= len(f.slots) || f.slots[id] == 0 {
		return nil
	}
	return &f.bodies[f.slots[id]-1]
}

// living returns the body of an agent, or nil if the agent is dead or has no body.
func (f *field) living(id engine.AgentID) *body {
	if b := f.body(id); b != nil && b.state == alive {
		return b
	}
	return nil
}

// assign makes agent the agent of a body.
func (f *field) assign(b *body, agent *engine.Agent) {
	b.agent, b.id = agent, agent.ID()
	for int(b.id) >= len(f.slots) {
		f.slots = append(f.slots, 0)
	}
	f.slots[b.id] = int32(b.slot + 1)
}

// release removes the agent from its body.
func (f *field) release(b *body) {
	f.slots[b.id] = 0
	b.agent, b.id = nil, 0
}

// enlist adds a body that waits for its first agent.
func (f *field) enlist(k *Kind, village int) {
	f.bodies = append(f.bodies, body{slot: len(f.bodies), kind: k, place: village, owner: -1, lastHit: -1})
	f.petOf = append(f.petOf, -1)
}

// giveOwners makes a villager of the same village the owner of each pet that has none. No villager owns two pets, so
// some pets may have no owner.
func (f *field) giveOwners() {
	for i := range f.bodies {
		pet := &f.bodies[i]
		if !pet.kind.Pet || pet.owner >= 0 {
			continue
		}
		for j := range f.bodies {
			o := &f.bodies[(i+j)%len(f.bodies)]
			if o.kind.Team == pet.kind.Team && !o.kind.Pet && o.place == pet.place && f.petOf[o.slot] < 0 {
				pet.owner, f.petOf[o.slot] = o.slot, i
				break
			}
		}
	}
}
