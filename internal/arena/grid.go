package arena

import "github.com/bough-dev/bough/luabind/geom"

// buckets divide the land into square cells. Each cell has a list of numbers.
type buckets struct {
	size       float64
	cols, rows int
	items      [][]int32
}

func newBuckets(width, height, size float64) buckets {
	cols, rows := int(width/size)+1, int(height/size)+1
	return buckets{size: size, cols: cols, rows: rows, items: make([][]int32, cols*rows)}
}

// each calls f for each cell that a rectangle touches.
func (b *buckets) each(x1, y1, x2, y2 float64, f func(cell int)) {
	left, right := b.clamp(x1, b.cols), b.clamp(x2, b.cols)
	top, bottom := b.clamp(y1, b.rows), b.clamp(y2, b.rows)
	for row := top; row <= bottom; row++ {
		for col := left; col <= right; col++ {
			f(row*b.cols + col)
		}
	}
}

// clamp returns the column or row of a coordinate, from 0 to n-1.
func (b *buckets) clamp(at float64, n int) int {
	switch at /= b.size; {
	case at >= float64(n):
		return n - 1
	case at >= 0:
		return int(at)
	}
	return 0
}

func (b *buckets) add(cell int, item int32) { b.items[cell] = append(b.items[cell], item) }

// clear empties all cells. It keeps their capacity.
func (b *buckets) clear() {
	for i := range b.items {
		b.items[i] = b.items[i][:0]
	}
}

// bodyCell is the size of a cell of field.grid. A cell of that size contains a few bodies.
const bodyCell = 4

// index rebuilds the grid from the positions of the bodies.
func (f *field) index() {
	f.grid.clear()
	for i := range f.bodies {
		if b := &f.bodies[i]; b.state == alive {
			f.grid.each(b.x, b.y, b.x, b.y, func(c int) { f.grid.add(c, int32(i)) })
		}
	}
}

// near is a body and its distance.
type near struct {
	*body
	distance float64
}

// maxNear is the largest number of bodies that a search returns.
const maxNear = 16

// neighbors returns the living bodies that satisfy test and are within reach of a point. They are sorted by
// distance, and by slot if the distances are equal. neighbors returns at most maxNear bodies, in buf.
func (f *field) neighbors(buf *[maxNear]near, x, y, reach float64, test func(*body) bool) []near {
	out := buf[:0]
	if !(reach >= 0) {
		return out
	}
	f.grid.each(x-reach, y-reach, x+reach, y+reach, func(c int) {
		for _, i := range f.grid.items[c] {
			b := &f.bodies[i]
			if d := geom.DistanceSquared(x, y, b.x, b.y); d <= reach*reach && test(b) {
				out = insert(out, near{b, d})
			}
		}
	})
	return out
}

// insert adds n in the order of distance and slot. If the list is full, insert drops the last element.
func insert(list []near, n near) []near {
	at := len(list)
	for at > 0 && n.before(list[at-1]) {
		at--
	}
	if at == maxNear {
		return list
	}
	if len(list) < maxNear {
		list = append(list, near{})
	}
	copy(list[at+1:], list[at:])
	list[at] = n
	return list
}

func (n near) before(m near) bool {
	return n.distance < m.distance || n.distance == m.distance && n.slot < m.slot
}
