package lua

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// show lists the entries of a table in their order.
func show(t *Table) string {
	var b strings.Builder
	for k, v, more := t.Next(Nil); more; k, v, more = t.Next(k) {
		fmt.Fprintf(&b, "%v=%v ", k, v)
	}
	return b.String()
}

// TestSharedLayoutsDoNotShow checks that a table behaves in the same way, and that its bytes are the same, whether or
// not the table shares its layout. If there are many layouts already, it does not.
func TestSharedLayoutsDoNotShow(t *testing.T) {
	names := make([]Value, 80)
	for i := range names {
		names[i] = Name(fmt.Sprint("name", i))
	}
	seeds := make([]uint64, 300)
	for i := range seeds {
		seeds[i] = rand.Uint64()
	}
	if *tableSeed != 0 {
		seeds = []uint64{*tableSeed}
	}
	used, full := NewLayout(), NewLayout()
	full.first.share.family.size.Store(maxFamily)
	empty := emptyLayout()
	like := []int{0, 0, 0, 3, 3, 5, 5, 5} // by table: the table that it is like
	for _, seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 2))
		tables := []*Table{used.NewTable(), full.NewTable(), NewLayout().NewTable()}
		record := recordLayout(names[:3])
		for range 2 {
			x := newTable()
			x.layout, x.vals = record, []Value{True, Nil, False}
			tables = append(tables, x)
		}
		tables[4].own(3, true)
		tables = append(tables, newTable(), newTable(), newTable())
		tables[6].layout, tables[7].layout = empty, emptyLayout()
		keys := 1 + r.IntN(len(names))
		for range r.IntN(300) {
			k, v := names[r.IntN(keys)], Value{}
			if r.IntN(10) == 0 {
				k = []Value{Number(float64(r.IntN(5))), String("name1"), String("loose"), True}[r.IntN(4)]
			}
			if r.IntN(3) > 0 {
				v = Number(float64(r.IntN(1000)))
			}
			var bytes [8]int64
			for i, x := range tables {
				if bytes[i] = x.set(k, v); bytes[i] != bytes[like[i]] {
					t.Fatalf("-table.seed=%d: %v = %v counts %v", seed, k, v, bytes)
				}
			}
		}
		for i, x := range tables {
			if want := show(tables[like[i]]); show(x) != want {
				t.Fatalf("-table.seed=%d: table %d is %s, not %s", seed, i, show(x), want)
			}
			for _, k := range names {
				if x.Get(k) != tables[like[i]].Get(k) {
					t.Fatalf("-table.seed=%d: table %d: %v is %v", seed, i, k, x.Get(k))
				}
			}
		}
	}
	if n := used.first.share.family.size.Load(); n > maxFamily {
		t.Errorf("%d layouts come from one", n)
	}
}

// TestFieldsOfSharedLayouts checks that a Field reads and writes as Table.Get and Table.Set do, in tables with and
// without the field, whose layout may be shared.
func TestFieldsOfSharedLayouts(t *testing.T) {
	names, fields := make([]Value, 12), make([]*Field, 12)
	for i := range names {
		names[i] = Name(fmt.Sprint("name", i))
		fields[i] = NewField(fmt.Sprint("name", i))
	}
	seed := rand.Uint64()
	if *tableSeed != 0 {
		seed = *tableSeed
	}
	r := rand.New(rand.NewPCG(seed, 3))
	l := NewLayout()
	for range 200 {
		x, y, own := l.NewTable(), NewLayout().NewTable(), newTable()
		for _, at := range []*Table{x, y, own} {
			if err := at.Set(names[0], True); err != nil {
				t.Fatal(err)
			}
			at.Fix()
		}
		for step := range 100 {
			i := min(r.IntN(step/4+2), len(names)-1)
			v := Number(float64(step))
			switch r.IntN(6) {
			case 0, 1:
				if fields[i].SetNumber(x, v.n) {
					if i == 0 {
						t.Fatalf("-table.seed=%d: a fixed field is written", seed)
					}
					if err := y.Set(names[i], v); err != nil {
						t.Fatal(err)
					}
				}
			case 2:
				v = Nil
				fallthrough
			case 3:
				if got, want := fields[i].Set(x, v), y.Set(names[i], v); got != want {
					t.Fatalf("-table.seed=%d: error %v, want %v", seed, got, want)
				}
			}
			if i > 0 {
				own.set(names[i], y.Get(names[i]))
			}
			j := r.IntN(len(names))
			if got, also, want := fields[j].Get(x), fields[j].Get(own), y.Get(names[j]); got != want || also != want {
				t.Fatalf("-table.seed=%d: %v is %v and %v, want %v", seed, names[j], got, also, want)
			}
		}
		if show(x) != show(y) {
			t.Fatalf("-table.seed=%d: %s, want %s", seed, show(x), show(y))
		}
	}
}

// TestLayoutsAreShared checks that tables that get the same fields in the same order have the same layout, even if
// there are tables with other fields in between.
func TestLayoutsAreShared(t *testing.T) {
	l := NewLayout()
	table := func(names ...string) *layout {
		tab := l.NewTable()
		for _, name := range names {
			tab.set(Name(name), True)
		}
		return tab.layout
	}
	all := []*layout{table("hp", "x"), table("x", "hp"), table("hp"), table("hp", "x", "target"), table("hp", "y")}
	again := []*layout{table("hp", "x"), table("x", "hp"), table("hp"), table("hp", "x", "target"), table("hp", "y")}
	if !slices.Equal(all, again) {
		t.Errorf("got %v, then %v", all, again)
	}
	for _, names := range [][]Value{{Name("hp"), Name("x")}, {Name("hp"), Number(0.5)}} {
		tab := newTable()
		for _, name := range names {
			tab.set(name, True)
		}
		if l.Adopt(tab); (tab.layout == all[0]) != names[1].p.name {
			t.Errorf("the layout of a table with the fields %v is %v", names, tab.layout.keys)
		}
	}
	if n := l.first.share.family.size.Load(); n != 6 {
		t.Errorf("%d layouts", n)
	}
	if a := testing.AllocsPerRun(100, func() { table("hp", "x", "target") }); a > 1 {
		t.Errorf("a table takes %v allocations", a)
	}
}

// TestFirstKeyIsNoName checks that a table that starts empty, and whose first key cannot be shared, takes no more
// allocations than a table without a shared layout.
func TestFirstKeyIsNoName(t *testing.T) {
	empty := emptyLayout()
	allocs := func(l *layout, k Value) float64 {
		return testing.AllocsPerRun(100, func() {
			tab := newTable()
			tab.layout = l
			tab.set(k, True)
		})
	}
	for _, k := range []Value{Number(0.5), True, String("text"), newTable().Value()} {
		if got, want := allocs(empty, k), allocs(noKeys, k); got != want {
			t.Errorf("%v: %v allocations, %v without a shared layout", k, got, want)
		}
	}
}

// TestLayoutInSeveralStates checks that several goroutines can use one Layout at once.
func TestLayoutInSeveralStates(t *testing.T) {
	l := NewLayout()
	var all [4][]*Table
	var wait sync.WaitGroup
	for g := range all {
		wait.Go(func() {
			for i := range 300 {
				tab := l.NewTable()
				for j := range 1 + i%20 {
					tab.set(Name(fmt.Sprint("f", (j+i/20)%25)), Number(float64(j)))
				}
				all[g] = append(all[g], tab)
			}
		})
	}
	wait.Wait()
	for i, want := range all[0] {
		for _, list := range all[1:] {
			if show(list[i]) != show(want) {
				t.Fatalf("table %d is %s, not %s", i, show(list[i]), show(want))
			}
		}
	}
}

// TestSiteOfManyLayouts checks that a site finds a field by its hint, although it was used for tables of many Layouts
// that lack the field.
func TestSiteOfManyLayouts(t *testing.T) {
	name := intern("target")
	s, at := NewState(), &site{name: name}
	var last *Table
	for range 1000 {
		last = NewLayout().NewTable()
		last.set(Value{p: intern("hp")}, Number(1))
		s.SetGuard(true)
		if v := at.get(&s.root, last.Value()); !v.IsNil() {
			t.Fatal(v)
		}
	}
	if at.absent.Load() == nil {
		t.Error("the site does not remember a layout without the field")
	}
	last.set(Value{p: name}, Number(2))
	if v := at.get(&s.root, last.Value()); v != Number(2) {
		t.Fatal(v)
	}
	if i := at.hint.place(); last.layout.keys[i].p != name {
		t.Errorf("the hint is %d", i)
	}
}

// TestHashOfEqualTexts checks that equal strings that are not names have different hashes, since a codec keeps them
// apart. Otherwise a snapshot of thousands of them would take minutes.
func TestHashOfEqualTexts(t *testing.T) {
	seen := map[uint32]bool{}
	for range 100 {
		seen[text{object: String("patrol").p}.hash()] = true
	}
	if len(seen) < 90 {
		t.Errorf("100 texts have %d hashes", len(seen))
	}
}
