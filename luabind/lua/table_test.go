package lua

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	tableSeed  = flag.Uint64("table.seed", 0, "run the table property with this seed only")
	tableTimes = flag.Int("table.n", 300, "how many random tables the table property makes")
)

// modelTable is a simple model of a table. Its maps have the results of meaning as keys.
type modelTable struct {
	vals   map[string]Value
	keys   map[string]Value
	came   map[string]int  // position in the order of insertion
	again  map[string]bool // keys whose position is not determined, since they were inserted again or moved
	serial int             // the last position
}

// meaning returns a text that is the same for equal keys.
func meaning(k Value) string {
	switch k.Kind() {
	case KindNumber:
		return fmt.Sprintf("n%x", math.Float64bits(k.n+0))
	case KindString:
		return "s" + k.p.s
	default:
		return fmt.Sprintf("p%p", k.p)
	}
}

func (m *modelTable) set(k, v Value) {
	key := meaning(k)
	if v.IsNil() {
		delete(m.vals, key)
		return
	}
	if _, ok := m.vals[key]; !ok {
		if _, ok := m.came[key]; ok {
			m.again[key] = true
		}
		m.serial++
		m.came[key] = m.serial
	}
	m.vals[key], m.keys[key] = v, k
}

// randomKey returns a key of any kind. It often returns one of a few small numbers and names, so that keys recur.
func randomKey(r *rand.Rand, tables []*Table) Value {
	switch r.IntN(12) {
	case 0, 1, 2, 3:
		return Number(float64(1 + r.IntN(24)))
	case 4:
		return Number([]float64{0, math.Copysign(0, -1), 1 << 53, -(1 << 53), 1<<53 + 2, 0.5, -1, -7, 1e300,
			math.Inf(1), math.Inf(-1), 1 << 62, 1 << 63, -(1 << 63), 1 << 31, 1 << 32}[r.IntN(16)])
	case 5, 6:
		return Name(fmt.Sprint("name", r.IntN(20)))
	case 7:
		return String(fmt.Sprint("name", r.IntN(20))) // equal bytes in another object
	case 8:
		return String(fmt.Sprint("text", r.IntN(1000)))
	case 9:
		return Bool(r.IntN(2) == 0)
	case 10:
		return Number(float64(r.IntN(5000)))
	default:
		return tables[r.IntN(len(tables))].Value()
	}
}

// namedFields holds the Fields of the keys of randomKey. All random tables share them, so their hints are often wrong.
var namedFields = func() map[string]*Field {
	fields := map[string]*Field{}
	for i := range 20 {
		f := NewField(fmt.Sprint("name", i))
		fields[f.name.p.s] = f
	}
	return fields
}()

func TestTableIsAMapOfLuasKeys(t *testing.T) {
	seeds := make([]uint64, *tableTimes)
	for i := range seeds {
		seeds[i] = uint64(i + 1)
	}
	if *tableSeed != 0 {
		seeds = []uint64{*tableSeed}
	}
	for _, seed := range seeds {
		if err := randomTable(rand.New(rand.NewPCG(seed, 1))); err != nil {
			t.Fatalf("-table.seed=%d: %v", seed, err)
		}
	}
}

func randomTable(r *rand.Rand) error {
	tables := make([]*Table, 40)
	for i := range tables {
		tables[i] = NewTable(0, 0)
		for range r.IntN(3) {
			ids.Add(1) // so that the IDs of the tables have no pattern
		}
	}
	t := NewTable(r.IntN(2)*r.IntN(20), r.IntN(2)*r.IntN(20))
	m := &modelTable{map[string]Value{}, map[string]Value{}, map[string]int{}, map[string]bool{}, 0}
	set := func(k, v Value) error {
		before := len(t.list)
		text, _ := k.Text()
		if f := namedFields[text]; f != nil && r.IntN(2) == 0 {
			if err := f.Set(t, v); err != nil {
				return err
			}
		} else if err := t.Set(k, v); err != nil {
			return err
		}
		m.set(k, v)
		if !v.IsNil() && len(t.list) < before || len(t.list) > before+1 {
			for key, k := range m.keys { // numbers have moved to the list or out of it
				if k.p == &numberTag {
					m.again[key] = true
				}
			}
		}
		return nil
	}
	const (
		mixed   = iota
		upward  // a list that grows and shrinks at its end
		queue   // elements are added at the end and removed at the front
		reverse // filled from the end
		stride  // each n-th number, from any number on
		within  // numbers of a range, in any order
		phases
	)
	head, tail := 1, 1
	for range 6 {
		phase, n := r.IntN(phases), 1+r.IntN(120)
		from, step, width := r.IntN(2+r.IntN(100)), 1+r.IntN(6), n+r.IntN(8*n)
		for i := range n {
			v := Number(float64(r.IntN(1000)))
			k := randomKey(r, tables)
			switch phase {
			case mixed:
				if r.IntN(3) == 0 {
					v = Nil
				}
			case upward:
				k = Number(float64(t.Len() + 1))
				if r.IntN(3) == 0 {
					k, v = Number(float64(t.Len())), Nil
				}
			case queue:
				k, tail = Number(float64(tail)), tail+1
				if r.IntN(8) > 0 {
					if err := set(Number(float64(head)), Nil); err != nil {
						return err
					}
					head++
				}
			case reverse:
				k = Number(float64(n - i))
			case stride:
				k = Number(float64(from + i*step))
			case within:
				k = Number(float64(r.IntN(width)))
			}
			if err := set(k, v); err != nil {
				return err
			}
			if got := t.Get(k); !got.Equal(v) {
				return fmt.Errorf("%v was set to %v and is %v", k, v, got)
			}
			if err := border(t); err != nil {
				return err
			}
		}
		if err := sameAsModel(t, m, r); err != nil {
			return err
		}
		if err := removeOnTheWay(t, m, r); err != nil {
			return err
		}
	}
	return nil
}

// border returns an error unless n = #t is a border: t[n] is not nil or n is 0, and t[n+1] is nil.
func border(t *Table) error {
	n := t.Len()
	if n > 0 && t.Int(n).IsNil() || !t.Int(n+1).IsNil() {
		return fmt.Errorf("# is %d, but [%d] is %v and [%d] is %v", n, n, t.Int(n), n+1, t.Int(n+1))
	}
	return nil
}

func sameAsModel(t *Table, m *modelTable, r *rand.Rand) error {
	for key, k := range m.keys {
		if got := t.Get(k); !got.Equal(m.vals[key]) {
			return fmt.Errorf("%v is %v, want %v", k, got, m.vals[key])
		}
		if s, ok := k.Text(); ok {
			for _, k := range []Value{String(s), Name(s)} {
				if got := t.Get(k); !got.Equal(m.vals[key]) {
					return fmt.Errorf("%q is %v as another object, want %v", s, got, m.vals[key])
				}
			}
			if f := namedFields[s]; f != nil && !f.Get(t).Equal(m.vals[key]) {
				return fmt.Errorf("the Field %s is %v, want %v", s, f.Get(t), m.vals[key])
			}
		}
	}
	// All entries occur once, the list first, then the others in the order of insertion.
	seen := map[string]bool{}
	list, last := 0, 0
	for k, v, ok := t.Next(Nil); ok; k, v, ok = t.Next(k) {
		key := meaning(k)
		if seen[key] {
			return fmt.Errorf("%v comes twice", k)
		}
		seen[key] = true
		if want := m.vals[key]; !want.Equal(v) {
			return fmt.Errorf("%v comes with %v, want %v", k, v, want)
		}
		if i := int(k.n); k.p == &numberTag && float64(i) == k.n && 1 <= i && i <= t.Len() {
			if i <= list || len(seen)-1 > list {
				return fmt.Errorf("%d of the list comes after %d and %d entries", i, list, len(seen)-1)
			}
			list = i
			continue
		}
		if !m.again[key] {
			if m.came[key] < last {
				return fmt.Errorf("%v comes too late", k)
			}
			last = m.came[key]
		}
	}
	if len(seen) != len(m.vals) {
		return fmt.Errorf("%d entries come, want %d", len(seen), len(m.vals))
	}
	return nil
}

// removeOnTheWay removes and changes entries during an iteration, either with Next or with at. The iteration must
// still visit all remaining entries.
func removeOnTheWay(t *Table, m *modelTable, r *rand.Rand) error {
	left := map[string]bool{}
	for key := range m.vals {
		left[key] = true
	}
	change := func(k Value) {
		key := meaning(k)
		delete(left, key)
		switch r.IntN(4) {
		case 0, 1:
			t.set(k, Nil)
			m.set(k, Nil)
		case 2:
			t.set(k, True)
			m.set(k, True)
		}
		if r.IntN(4) == 0 { // an entry before or after the current one
			keys := make([]string, 0, len(m.vals))
			for key := range m.vals {
				keys = append(keys, key)
			}
			if len(keys) > 0 {
				slices.Sort(keys)
				key := keys[r.IntN(len(keys))]
				delete(left, key)
				t.set(m.keys[key], Nil)
				m.set(m.keys[key], Nil)
			}
		}
	}
	rounds := 0
	if r.IntN(2) == 0 {
		for k, _, ok := t.Next(Nil); ok; k, _, ok = t.Next(k) {
			if rounds++; rounds > 10000 {
				return errors.New("Next does not end")
			}
			change(k)
		}
	} else {
		for k, _, pos, ok := t.at(0); ok; k, _, pos, ok = t.at(pos) {
			if rounds++; rounds > 10000 {
				return errors.New("at does not end")
			}
			change(k)
		}
	}
	for key := range left {
		if _, ok := m.vals[key]; ok {
			return fmt.Errorf("%v was left out", m.keys[key])
		}
	}
	if err := border(t); err != nil {
		return err
	}
	return sameAsModel(t, m, r)
}

func TestNextGoesOnBehindNumbersOutsideOfTheList(t *testing.T) {
	tab := NewTable(0, 0)
	for _, i := range []float64{1, 2, 3, 4, 5} { // the list has room for 8
		tab.set(Number(i), True)
	}
	for _, i := range []float64{5, 4, 3, 2} {
		tab.set(Number(i), Nil)
	}
	tab.set(Number(7), True)
	tab.set(Number(4), True)
	var keys []float64
	for k, _, ok := tab.Next(Nil); ok && len(keys) < 10; k, _, ok = tab.Next(k) {
		keys = append(keys, k.n)
	}
	if want := []float64{1, 7, 4}; !slices.Equal(keys, want) {
		t.Errorf("keys are %v, want %v", keys, want)
	}
}

func TestNextOfAKeyThatIsNotThere(t *testing.T) {
	tab := NewTable(0, 0)
	tab.set(Number(1), True)
	tab.set(Name("a"), True)
	for _, k := range []Value{Number(99), Number(math.NaN()), Number(-1), Name("b"), True, tab.Value()} {
		if _, ok := tab.after(k); ok {
			t.Errorf("%v has a place", k)
		}
	}
}

func TestSetRefusesKeys(t *testing.T) {
	tab := NewTable(0, 0)
	if err := tab.Set(Nil, True); err != ErrNilKey {
		t.Error(err)
	}
	if err := tab.Set(Number(math.NaN()), True); err != ErrNaNKey {
		t.Error(err)
	}
	if v := tab.Get(Number(math.NaN())); !v.IsNil() {
		t.Error(v)
	}
	if v := tab.Get(Nil); !v.IsNil() {
		t.Error(v)
	}
}

// TestQueueDoesNotGrow checks that a queue whose indices increase is no larger than its contents.
func TestQueueDoesNotGrow(t *testing.T) {
	tab := NewTable(0, 0)
	for i := range 200_000 {
		tab.set(Number(float64(i+1)), True)
		if i >= 10 {
			tab.set(Number(float64(i-9)), Nil)
		}
	}
	if n := cap(tab.list) + cap(tab.vals) + len(tab.layout.index); n > 500 {
		t.Errorf("10 entries take %d places", n)
	}
}

// TestListFilledBackwardsLeavesNoEntries checks that the entries are freed that hold the elements of a list while it
// is filled from its end.
func TestListFilledBackwardsLeavesNoEntries(t *testing.T) {
	tab := NewTable(0, 0)
	for i := 10_000; i > 0; i-- {
		tab.set(Number(float64(i)), True)
	}
	if tab.Len() != 10_000 || cap(tab.vals) > 100 || len(tab.layout.index) > 100 {
		t.Errorf("length %d, room for %d entries outside of the list", tab.Len(), cap(tab.vals))
	}
}

// TestSetReturnsTheBytesItAllocates checks that the result of set is the growth of the table.
func TestSetReturnsTheBytesItAllocates(t *testing.T) {
	tab := NewTable(0, 0)
	for i := range 3000 {
		k := Number(float64(i + 1))
		if i%3 == 0 {
			k = String(fmt.Sprint(i))
		}
		list, layout := cap(tab.list), tab.layout
		got := tab.set(k, True)
		var want int64
		if cap(tab.list) != list {
			want += int64(cap(tab.list)) * valueBytes
		}
		if tab.layout != layout && cap(tab.vals) > 0 {
			want += layoutBytes + int64(cap(tab.vals))*entryBytes + int64(len(tab.layout.index))*placeBytes
		}
		if got != want {
			t.Fatalf("set %v returned %d bytes, want %d", k, got, want)
		}
	}
}

// TestIntegerKeysAreAList checks that integer keys are in the list, whether they begin at 0, 1 or a larger number, go
// down, or have gaps, and how many bytes that counts.
func TestIntegerKeysAreAList(t *testing.T) {
	const n = 1000
	for _, c := range []struct {
		name        string
		first, step int   // of the keys
		list        int   // room of the list
		bytes       int64 // counted while the keys were set
	}{
		{"from 1", 1, 1, 1024, 32704},
		{"from 0", 0, 1, 1024, 32912},
		{"from 2", 2, 1, 1536, 49264},
		{"from 3", 3, 1, 1792, 57440},
		{"from 100", 100, 1, 2112, 68096},
		{"from the end", n, -1, 1000, 36784},
		{"every second", 2, 2, 2560, 164688},
		{"every fifth", 5, 5, 0, 82384},
		{"downward from 10,000", 10 * n, -1, 0, 82384},
	} {
		tab, bytes := NewTable(0, 0), int64(0)
		for i := range n {
			bytes += tab.set(Number(float64(c.first+i*c.step)), True)
		}
		if cap(tab.list) != c.list || bytes != c.bytes {
			t.Errorf("%s: room for %d elements, %d bytes; want %d, %d", c.name, cap(tab.list), bytes, c.list, c.bytes)
		}
	}
}

// TestKeysDoNotMoveToAndFro checks that the bytes that are counted for few random keys at a time do not depend on
// what the keys are.
func TestKeysDoNotMoveToAndFro(t *testing.T) {
	for _, width := range []int{20, 50, 75, 100, 125, 150, 200, 400, 1000, 100_000} {
		r := rand.New(rand.NewPCG(uint64(width), 4))
		tab, bytes, most := NewTable(0, 0), int64(0), 0
		var queue []Value
		const times, live = 100_000, 25
		for range times {
			k := Number(float64(1 + r.IntN(width)))
			bytes += tab.set(k, True)
			if queue = append(queue, k); len(queue) > live {
				tab.set(queue[0], Nil)
				queue = queue[1:]
			}
			most = max(most, cap(tab.list)+cap(tab.vals))
		}
		t.Logf("of %d keys: %d bytes for each, room for at most %d", width, bytes/times, most)
		if bytes/times > 100 || most > 20*live {
			t.Errorf("of %d keys: %d bytes for each, room for %d", width, bytes/times, most)
		}
	}
}

// TestDecodedIntegerKeys checks that a decoded table has the same length and the same order of keys as the table that
// was encoded, and counts the same bytes, also after both have got the same other keys.
func TestDecodedIntegerKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	for range 300 {
		tab, codec := NewTable(0, 0), NewCodec()
		copied := NewTable(0, 0)
		width := 1 + r.IntN(200)
		for range 100 {
			k, v := Number(float64(r.IntN(width))), Number(1)
			if r.IntN(4) == 0 {
				v = Nil
			}
			if got, want := copied.set(k, v), tab.set(k, v); got != want {
				t.Fatalf("[%v] = %v counts %d bytes, %d where it was not decoded", k, v, got, want)
			}
			if r.IntN(10) == 0 {
				data, err := codec.Encode(nil, tab.Value())
				if err != nil {
					t.Fatal(err)
				}
				values, err := codec.Decode(NewState(), data)
				if err != nil {
					t.Fatal(err)
				}
				copied = values[0].Table()
			}
		}
		k, _, more := tab.Next(Nil)
		l, _, moreCopied := copied.Next(Nil)
		for ; more && moreCopied && k == l; k, _, more = tab.Next(k) {
			l, _, moreCopied = copied.Next(l)
		}
		if more || moreCopied || tab.Len() != copied.Len() {
			t.Fatalf("the keys differ at %v and %v, the lengths are %d and %d", k, l, tab.Len(), copied.Len())
		}
	}
}

func TestAccessToWhatIsThereAllocatesNothing(t *testing.T) {
	for _, n := range []int{4, 400} {
		tab := NewTable(0, 0)
		keys := []Value{True, tab.Value(), Number(0.5)}
		for i := range n {
			keys = append(keys, Number(float64(i+1)), Number(float64(-i)), Name(fmt.Sprint("name", i)), String(fmt.Sprint("text", i)))
		}
		for _, k := range keys {
			tab.set(k, True)
		}
		if a := testing.AllocsPerRun(10, func() {
			for _, k := range keys {
				if tab.Get(k).IsNil() || tab.Set(k, False) != nil {
					t.Fatal(k)
				}
			}
			for k, _, ok := tab.Next(Nil); ok; k, _, ok = tab.Next(k) {
			}
		}); a != 0 {
			t.Errorf("%d entries: %v allocations", n, a)
		}
	}
}

// TestTablesAreSpreadOverTheIndex checks that few tables collide when they are used as keys, even if their IDs have
// equal distances. Such IDs are usual, since a script often makes the same number of other tables in between.
func TestTablesAreSpreadOverTheIndex(t *testing.T) {
	for _, step := range []int{1, 2, 16, 256, 1024} {
		tab := NewTable(0, 0)
		for range 1000 {
			k := NewTable(0, 0)
			for range step - 1 {
				ids.Add(1)
			}
			tab.set(k.Value(), True)
		}
		probes := 0
		mask := uint32(len(tab.layout.index) - 1)
		for _, k := range tab.layout.keys {
			for h := hashOf(k) & mask; !tab.layout.keys[tab.layout.index[h]-1].Equal(k); h = (h + 1) & mask {
				probes++
			}
		}
		if probes > 4000 {
			t.Errorf("every %dth table: %d probes for 1000 keys", step, probes)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	tab := NewTable(0, 0)
	names := make([]Value, 6)
	for i := range names {
		names[i] = Name(fmt.Sprint("field", i))
		tab.set(names[i], True)
		tab.set(Number(float64(i+1)), True)
	}
	big := NewTable(0, 0)
	keys := make([]Value, 1024)
	for i := range keys {
		keys[i] = NewTable(0, 0).Value()
		big.set(keys[i], True)
	}
	b.Run("name", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tab.Get(names[i%6])
		}
	})
	b.Run("list", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tab.Int(i%6 + 1)
		}
	})
	b.Run("table key", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			big.Get(keys[i%1024])
		}
	})
	b.Run("append", func(b *testing.B) {
		for b.Loop() {
			t := NewTable(0, 0)
			for i := range 16 {
				t.set(Number(float64(i+1)), True)
			}
		}
	})
}
