package geom

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bough-dev/bough/engine/value"
)

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

func vec(x, y, z float64) value.Vector { return value.Vector{X: x, Y: y, Z: z} }

type (
	in  = []any
	out = []any
)

var values = []struct {
	name string
	in   in
	want out
}{
	{"add", in{vec(1, 2, 3), vec(4, 5, 6)}, out{vec(5, 7, 9)}},
	{"sub", in{vec(4, 5, 6), vec(1, 2, 4)}, out{vec(3, 3, 2)}},
	{"scale", in{vec(1, 2, -3), 2.0}, out{vec(2, 4, -6)}},
	{"dot", in{vec(1, 2, 3), vec(4, 5, 6)}, out{32.0}},
	{"cross", in{vec(1, 0, 0), vec(0, 1, 0)}, out{vec(0, 0, 1)}},
	{"length", in{vec(2, 3, 6)}, out{7.0}},
	{"length", in{vec(nan, 0, 0)}, out{inf}},
	{"normalize", in{vec(0, 3, 4)}, out{vec(0, 0.6000000000000001, 0.8)}},
	{"normalize", in{vec(0, 0, 0)}, out{vec(0, 0, 0)}},
	{"normalize", in{vec(nan, 1, 0)}, out{vec(0, 0, 0)}},
	{"normalize", in{vec(inf, 1, 0)}, out{vec(0, 0, 0)}},
	{"normalize", in{vec(0, math.MaxFloat64, 0)}, out{vec(0, 1, 0)}},
	{"normalize", in{vec(0, 0, 5e-324)}, out{vec(0, 0, 1)}},
	{"distance", in{1.0, 1.0, 4.0, 5.0}, out{5.0}},
	{"distance", in{nan, 1.0, 4.0, 5.0}, out{inf}},
	{"distance", in{inf, 0.0, inf, 0.0}, out{inf}},
	{"distance_squared", in{1.0, 1.0, 4.0, 5.0}, out{25.0}},
	{"distance_squared", in{inf, 0.0, inf, 0.0}, out{inf}},
	{"direction", in{1.0, 1.0, 1.0, 9.0}, out{0.0, 1.0}},
	{"direction", in{1.0, 1.0, 1.0, 1.0}, out{0.0, 0.0}},
	{"direction", in{-math.MaxFloat64, 0.0, math.MaxFloat64, 0.0}, out{1.0, 0.0}},
	{"direction", in{nan, 0.0, 1.0, 0.0}, out{0.0, 0.0}},
	{"angle", in{1.0, 0.0}, out{0.0}},
	{"angle", in{1.0, 1.0}, out{45.0}},
	{"angle", in{0.0, 1.0}, out{90.0}},
	{"angle", in{-1.0, 0.0}, out{180.0}},
	{"angle", in{0.0, -1.0}, out{270.0}},
	{"angle", in{1.0, -1e-300}, out{0.0}},
	{"angle", in{0.0, 0.0}, out{0.0}},
	{"angle", in{inf, 1.0}, out{0.0}},
	{"angle_between", in{1.0, 0.0, 0.0, 3.0}, out{90.0}},
	{"angle_between", in{1.0, 0.0, -1.0, 0.0}, out{180.0}},
	{"angle_between", in{1.0, 1.0, 1.0, -1.0}, out{90.0}},
	{"angle_between", in{0.0, 0.0, 0.0, 1.0}, out{0.0}},
	{"angle_difference", in{350.0, 10.0}, out{20.0}},
	{"angle_difference", in{10.0, 350.0}, out{-20.0}},
	{"angle_difference", in{0.0, 180.0}, out{180.0}},
	{"angle_difference", in{180.0, 0.0}, out{180.0}},
	{"angle_difference", in{-720.0, 725.0}, out{5.0}},
	{"angle_difference", in{0.0, inf}, out{0.0}},
	{"rotate", in{1.0, 2.0, 90.0}, out{-2.0, 1.0}},
	{"rotate", in{1.0, 2.0, -90.0}, out{2.0, -1.0}},
	{"rotate", in{1.0, 2.0, 540.0}, out{-1.0, -2.0}},
	{"rotate", in{1.0, 2.0, nan}, out{1.0, 2.0}},
	{"lerp", in{2.0, 4.0, 0.5}, out{3.0}},
	{"lerp", in{2.0, 4.0, 2.0}, out{6.0}},
	{"lerp", in{2.0, inf, 0.0}, out{2.0}},
	{"lerp", in{2.0, 4.0, nan}, out{2.0}},
	{"clamp", in{5.0, 0.0, 3.0}, out{3.0}},
	{"clamp", in{-5.0, 3.0, 0.0}, out{0.0}},
	{"clamp", in{2.0, 0.0, 3.0}, out{2.0}},
	{"clamp", in{nan, 1.0, 3.0}, out{1.0}},
	{"clamp", in{inf, 1.0, nan}, out{inf}},
	{"in_cone", in{0.0, 0.0, 90.0, 60.0, 10.0, 0.0, 10.0}, out{true}},
	{"in_cone", in{0.0, 0.0, 90.0, 90.0, 10.0, 3.0, 3.0}, out{true}},
	{"in_cone", in{0.0, 0.0, 90.0, 89.0, 10.0, 3.0, 3.0}, out{false}},
	{"in_cone", in{0.0, 0.0, 350.0, 40.0, 10.0, 3.0, 0.1}, out{true}},
	{"in_cone", in{0.0, 0.0, 90.0, 60.0, 10.0, 0.0, 10.1}, out{false}},
	{"in_cone", in{0.0, 0.0, 90.0, 360.0, 10.0, 0.0, -9.0}, out{true}},
	{"in_cone", in{5.0, 5.0, 90.0, 0.0, 0.0, 5.0, 5.0}, out{true}},
	{"in_cone", in{5.0, 5.0, 90.0, 60.0, inf, 5.0, 1e9}, out{true}},
	{"in_cone", in{5.0, 5.0, 90.0, -1.0, 1.0, 5.0, 5.0}, out{false}},
	{"in_cone", in{5.0, 5.0, 90.0, 60.0, nan, 5.0, 5.0}, out{false}},
	{"in_cone", in{5.0, 5.0, nan, 360.0, 1.0, 5.0, 5.0}, out{false}},
	{"line_circle", in{-5.0, 0.0, -4.0, 0.0, 0.0, 0.0, 2.0}, out{2, -2.0, 0.0, 2.0, 0.0}},
	{"line_circle", in{5.0, 2.0, 4.0, 2.0, 0.0, 0.0, 2.0}, out{1, 0.0, 2.0, 0.0, 2.0}},
	{"line_circle", in{5.0, 3.0, 4.0, 3.0, 0.0, 0.0, 2.0}, out{0, 0.0, 0.0, 0.0, 0.0}},
	{"line_circle", in{1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 2.0}, out{0, 0.0, 0.0, 0.0, 0.0}},
	{"line_circle", in{0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0}, out{0, 0.0, 0.0, 0.0, 0.0}},
	{"segment_circle", in{-5.0, 0.0, 5.0, 0.0, 0.0, 0.0, 2.0}, out{true, -2.0, 0.0}},
	{"segment_circle", in{-5.0, 0.0, -2.0, 0.0, 0.0, 0.0, 2.0}, out{true, -2.0, 0.0}},
	{"segment_circle", in{-5.0, 0.0, -3.0, 0.0, 0.0, 0.0, 2.0}, out{false, 0.0, 0.0}},
	{"segment_circle", in{5.0, 0.0, 9.0, 0.0, 0.0, 0.0, 2.0}, out{false, 0.0, 0.0}},
	{"segment_circle", in{1.0, 1.0, 9.0, 0.0, 0.0, 0.0, 2.0}, out{true, 1.0, 1.0}},
	{"segment_circle", in{1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 2.0}, out{true, 1.0, 1.0}},
	{"segment_circle", in{3.0, 1.0, 3.0, 1.0, 0.0, 0.0, 2.0}, out{false, 0.0, 0.0}},
	{"segment_circle", in{nan, 1.0, 3.0, 1.0, 0.0, 0.0, 2.0}, out{false, 0.0, 0.0}},
	{"nearest_of", in{0.0, 0.0, []value.Vector{vec(3, 0, 0), vec(0, 2, 9), vec(2, 0, 0)}}, out{2}},
	{"nearest_of", in{0.0, 0.0, []value.Vector{vec(nan, 0, 0), vec(9, 9, 0)}}, out{2}},
	{"nearest_of", in{0.0, 0.0, []value.Vector(nil)}, out{0}},
	{"nearest_of", in{nan, 0.0, []value.Vector{vec(1, 1, 1)}}, out{0}},
	{"move_toward", in{0.0, 0.0, 0.0, 10.0, 4.0}, out{0.0, 4.0, false}},
	{"move_toward", in{0.0, 0.0, 0.0, 4.0, 4.0}, out{0.0, 4.0, true}},
	{"move_toward", in{0.0, 0.0, 0.0, 1.0, inf}, out{0.0, 1.0, true}},
	{"move_toward", in{3.0, 3.0, 3.0, 3.0, 0.0}, out{3.0, 3.0, true}},
	{"move_toward", in{0.0, 0.0, 0.0, 1.0, -1.0}, out{0.0, 0.0, false}},
	{"move_toward", in{0.0, 0.0, 0.0, 1.0, nan}, out{0.0, 0.0, false}},
	{"move_toward", in{1.0, 2.0, inf, 1.0, 1.0}, out{1.0, 2.0, false}},
}

// TestValues calls the functions by their names, as scripts do.
func TestValues(t *testing.T) {
	called := map[string]bool{}
	for _, tt := range values {
		called[tt.name] = true
		if got := call(tt.name, tt.in); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s%v = %v, want %v", tt.name, tt.in, got, tt.want)
		}
	}
	for _, f := range functions {
		if !called[f.name()] {
			t.Errorf("%s is not tested", f.name())
		}
	}
}

// name returns the name for scripts without the namespace, such as "in_cone".
func (f *function) name() string {
	name, _, _ := strings.Cut(f.signature, "(")
	return name
}

func call(name string, args []any) []any {
	i := slices.IndexFunc(functions, func(f function) bool { return f.name() == name })
	if i < 0 {
		return nil
	}
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	var out []any
	for _, v := range reflect.ValueOf(functions[i].call).Call(in) {
		out = append(out, v.Interface())
	}
	return out
}

// TestFunctions checks that the signatures match the Go functions, and that functions contains every exported function
// of the package.
func TestFunctions(t *testing.T) {
	shape := regexp.MustCompile(`^([a-z_]+)\(([a-z0-9_, ]+)\): [a-z].*[^.]$`)
	listed := map[string]bool{}
	for _, f := range functions {
		m := shape.FindStringSubmatch(f.signature)
		if m == nil {
			t.Errorf("signature %q", f.signature)
			continue
		}
		if n := len(strings.Split(m[2], ", ")); n != reflect.TypeOf(f.call).NumIn() {
			t.Errorf("%s: %d parameters named", f.name(), n)
		}
		listed[strings.ReplaceAll(f.name(), "_", "")] = true
	}
	for _, name := range exported(t) {
		if lower := strings.ToLower(name); !listed[lower] {
			t.Errorf("%s is not in functions", name)
		}
	}
}

func exported(t *testing.T) []string {
	var names []string
	for _, file := range []string{"vector.go", "plane.go", "angle.go", "circle.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names
}

// anyNumber generates ordinary numbers, and sometimes special ones.
var anyNumber = rapid.OneOf(rapid.Float64Range(-1000, 1000), rapid.Float64(),
	rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, 90, 360, -360, inf, -inf, nan, math.MaxFloat64, -math.MaxFloat64, 5e-324}))

var coordinate = rapid.Float64Range(-1e6, 1e6)

// TestTotal checks that only plain arithmetic returns NaN, and that angles stay in their ranges.
func TestTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := func() float64 { return anyNumber.Draw(t, "n") }
		v := value.Vector{X: n(), Y: n(), Z: n()}
		dx, dy := Direction(n(), n(), n(), n())
		u := Normalize(v)
		count, ax, ay, bx, by := LineCircle(n(), n(), n(), n(), n(), n(), n())
		hit, hx, hy := SegmentCircle(n(), n(), n(), n(), n(), n(), n())
		a, b, d := Angle(n(), n()), AngleBetween(n(), n(), n(), n()), AngleDifference(n(), n())
		if !finite(dx, dy, u.X, u.Y, u.Z, ax, ay, bx, by, hx, hy, a, b, d) {
			t.Fatal("a result is not finite")
		}
		if !(Length(v) >= 0) || !(Distance(n(), n(), n(), n()) >= 0) || !(DistanceSquared(n(), n(), n(), n()) >= 0) {
			t.Fatal("a distance is negative or NaN")
		}
		if a < 0 || a >= 360 || b < 0 || b > 180 || d <= -180 || d > 180 {
			t.Fatal("an angle is out of its range", a, b, d)
		}
		if count < 0 || count > 2 || !hit && (hx != 0 || hy != 0) {
			t.Fatal("intersection", count, hit, hx, hy)
		}
		InCone(n(), n(), n(), n(), n(), n(), n())
		MoveToward(n(), n(), n(), n(), n())
		_ = Clamp(n(), n(), n())
	})
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a), math.Abs(b)) }

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := func() float64 { return coordinate.Draw(t, "c") }
		x, y, tx, ty := c(), c(), c(), c()
		v := value.Vector{X: x, Y: y, Z: tx}
		if v != (value.Vector{}) && !near(Length(Normalize(v)), 1) {
			t.Fatal("normalize", Length(Normalize(v)))
		}
		w := value.Vector{X: ty, Y: c(), Z: c()}
		if scale := Length(v) * Length(w); scale > 0 && math.Abs(Dot(Cross(v, w), v)) > 1e-9*scale*Length(v) {
			t.Fatal("cross is not at a right angle")
		}
		d := Distance(x, y, tx, ty)
		if d != Distance(tx, ty, x, y) || !near(d*d, DistanceSquared(x, y, tx, ty)) {
			t.Fatal("distance", d)
		}
		degrees := rapid.Float64Range(-1000, 1000).Draw(t, "degrees")
		rx, ry := Rotate(x, y, degrees)
		if !near(math.Hypot(rx, ry), math.Hypot(x, y)) {
			t.Fatal("rotate changes the length")
		}
		if math.Hypot(x, y) > 1 && math.Abs(AngleDifference(Angle(x, y)+degrees, Angle(rx, ry))) > 1e-6 {
			t.Fatal("rotate turns by another angle")
		}
		if diff := AngleDifference(degrees, c()); diff != 180 && !near(AngleDifference(degrees, degrees+diff), diff) {
			t.Fatal("angle difference", diff)
		}
		if lo, hi := min(x, y), max(x, y); Clamp(tx, x, y) < lo || Clamp(tx, x, y) > hi {
			t.Fatal("clamp")
		}
	})
}

func TestMotion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := func() float64 { return coordinate.Draw(t, "c") }
		x, y, tx, ty := c(), c(), c(), c()
		step := rapid.Float64Range(1, 1e6).Draw(t, "step")
		d := Distance(x, y, tx, ty)
		nx, ny, arrived := MoveToward(x, y, tx, ty, step)
		switch left := Distance(nx, ny, tx, ty); {
		case arrived != (d <= step):
			t.Fatal("arrived", arrived)
		case arrived && left != 0, !arrived && !near(left, d-step):
			t.Fatal("moved to", nx, ny)
		}
		dx, dy := Direction(x, y, tx, ty)
		if d > 0 && !InCone(x, y, Angle(dx, dy), 0, d, tx, ty) {
			t.Fatal("a point in the direction of sight is outside the cone")
		}
	})
}

func TestCircles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := func() float64 { return rapid.Float64Range(-1000, 1000).Draw(t, "c") }
		x1, y1, x2, y2, cx, cy := c(), c(), c(), c(), c(), c()
		r := math.Abs(c())
		n, ax, ay, bx, by := LineCircle(x1, y1, x2, y2, cx, cy, r)
		if n > 0 && (math.Abs(Distance(ax, ay, cx, cy)-r) > 1e-3 || math.Abs(Distance(bx, by, cx, cy)-r) > 1e-3) {
			t.Fatal("not on the circle")
		}
		hit, hx, hy := SegmentCircle(x1, y1, x2, y2, cx, cy, r)
		if hit && Distance(hx, hy, cx, cy) > r+1e-3 {
			t.Fatal("no touch at", hx, hy)
		}
		if !hit && (Distance(x1, y1, cx, cy) < r || Distance(x2, y2, cx, cy) < r-1e-3) {
			t.Fatal("an end is inside")
		}
		if mx, my := (x1+x2)/2, (y1+y2)/2; !hit && Distance(mx, my, cx, cy) < r-1e-3 {
			t.Fatal("the middle is inside")
		}
	})
}

func TestNoAllocations(t *testing.T) {
	points := []value.Vector{{X: 1}, {Y: 2}}
	if n := testing.AllocsPerRun(100, func() {
		InCone(1, 2, 3, 4, 5, 6, 7)
		SegmentCircle(1, 2, 3, 4, 5, 6, 7)
		MoveToward(1, 2, 3, 4, 5)
		NearestOf(1, 2, points)
		Rotate(1, 2, 3)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
