package arena

// Team is a side. Members of different teams are enemies.
type Team string

// The teams.
const (
	Village  Team = "village"
	Monsters Team = "monsters"
)

// Kind describes the abilities of a kind of creature.
type Kind struct {
	// Name is the name of the kind, and of its tree.
	Name string
	Team Team
	// HP is the number of hit points. Damage is the number of hit points that a plain blow takes.
	HP, Damage float64
	// Speed is in units per second, Sight in units, and FOV in degrees from side to side.
	Speed, Sight, FOV float64
	// Reach is the distance at which a creature can strike, in units.
	Reach float64
	// Route is the name of the route that a creature walks when it has nothing else to do.
	Route string
	// Pet is set if each member of the kind belongs to an owner.
	Pet bool
	// Share is the number of agents of this kind in a village of villageSize agents.
	Share int
}

// kinds are the creatures of the sample scripts.
var kinds = []Kind{
	{Name: "villager", Team: Village, HP: 40, Damage: 3, Speed: 4.6, Sight: 10, FOV: 240, Reach: 1.2, Route: "village", Share: 14},
	{Name: "wolf", Team: Monsters, HP: 55, Damage: 6, Speed: 6, Sight: 13, FOV: 220, Reach: 1.2, Route: "wild", Share: 6},
	{Name: "guard", Team: Village, HP: 90, Damage: 10, Speed: 4.8, Sight: 12, FOV: 200, Reach: 1.5, Route: "border", Share: 6},
	{Name: "dog", Team: Village, HP: 45, Damage: 5, Speed: 6.5, Sight: 11, FOV: 270, Reach: 1.2, Route: "village", Pet: true, Share: 6},
	{Name: "goblin", Team: Monsters, HP: 45, Damage: 5, Speed: 5, Sight: 12, FOV: 200, Reach: 1.2, Route: "raid", Share: 5},
	{Name: "troll", Team: Monsters, HP: 150, Damage: 14, Speed: 3.6, Sight: 9, FOV: 160, Reach: 1.7, Route: "raid", Share: 3},
}

// stranger is the kind for trees that the game does not know, such as a tree that a designer has just written.
var stranger = Kind{Team: Monsters, HP: 60, Damage: 6, Speed: 5, Sight: 11, FOV: 220, Reach: 1.3, Route: "wild", Share: strangers}

// strangers is the number of agents of each unknown tree.
const strangers = 2

// kindNamed returns the kind with the given name. If there is none, it returns a copy of stranger with that name.
func kindNamed(name string) *Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return &kinds[i]
		}
	}
	k := stranger
	k.Name = name
	return &k
}

// Letter returns the letter that represents the kind on the screen. It is a capital for kinds with many hit points.
func (k *Kind) Letter() rune {
	first := rune(k.Name[0])
	if k.HP >= 60 && first >= 'a' && first <= 'z' {
		return first - 'a' + 'A'
	}
	return first
}

// castFor returns the kinds of n agents. The kinds alternate, so that even a few agents are a good mixture.
func castFor(n int, available []*Kind) []*Kind {
	var cast []*Kind
	if len(available) == 0 {
		return nil
	}
	for len(cast) < n {
		cast = append(cast, village(available)...)
	}
	return cast[:n]
}

// village returns the kinds of the agents of one village. The agents of each kind are spread evenly in the list.
func village(available []*Kind) []*Kind {
	var out []*Kind
	given := make([]int, len(available))
	total := 0
	for _, k := range available {
		total += k.Share
	}
	for len(out) < total {
		out = append(out, available[mostBehind(available, given, total, len(out)+1)])
	}
	return out
}

// mostBehind returns the index of the kind that lacks the most agents, if n of total agents should be assigned. It
// counts one more agent of that kind as assigned.
func mostBehind(available []*Kind, given []int, total, n int) int {
	best, lack := 0, -1
	for i, k := range available {
		if l := k.Share*n - given[i]*total; l > lack && given[i] < k.Share {
			best, lack = i, l
		}
	}
	given[best]++
	return best
}

// Trees returns the names of the trees that the arena looks for.
func Trees() []string {
	var names []string
	for i := range kinds {
		names = append(names, kinds[i].Name)
	}
	return names
}
