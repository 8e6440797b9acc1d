package float

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/bough-dev/bough/internal/wire"
)

// functions lists all functions of the package beside those of package math.
var functions = []struct {
	name string
	ours func(x, y float64) float64
	math func(x, y float64) float64
	ulps float64 // the largest error of results in known
}{
	{"Acos", unary(Acos), unary(math.Acos), 2},
	{"Asin", unary(Asin), unary(math.Asin), 2},
	{"Atan", unary(Atan), unary(math.Atan), 1},
	{"Atan2", Atan2, math.Atan2, 1.5},
	{"Cos", unary(Cos), unary(math.Cos), 1},
	{"Cosh", unary(Cosh), unary(math.Cosh), 1.5},
	{"Exp", unary(Exp), unary(math.Exp), 1},
	{"Log", unary(Log), unary(math.Log), 1},
	{"Log10", unary(Log10), unary(math.Log10), 2},
	{"Mod", Mod, math.Mod, 0},
	{"Pow", Pow, math.Pow, 1},
	{"Sin", unary(Sin), unary(math.Sin), 1},
	{"Sinh", unary(Sinh), unary(math.Sinh), 2.5},
	{"Tan", unary(Tan), unary(math.Tan), 2},
	{"Tanh", unary(Tanh), unary(math.Tanh), 1.5},
}

func unary(f func(float64) float64) func(x, y float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

// known has results that were computed with 1500 bits.
var known = []struct {
	name       string
	x, y, want float64
}{
	{"Sin", 1e-09, 0, 1e-09},
	{"Sin", 0.5, 0, 0.479425538604203},
	{"Sin", 1, 0, 0.8414709848078965},
	{"Sin", 2, 0, 0.9092974268256817},
	{"Sin", 3, 0, 0.1411200080598672},
	{"Sin", -4, 0, 0.7568024953079282},
	{"Sin", 5.5, 0, -0.7055403255703919},
	{"Sin", 100, 0, -0.5063656411097588},
	{"Sin", 1000000.0, 0, -0.34999350217129294},
	{"Sin", 3000000000.0, 0, 0.9870048864743554},
	{"Sin", 1e+22, 0, -0.8522008497671888},
	{"Cos", 1e-09, 0, 1.0},
	{"Cos", 0.5, 0, 0.8775825618903728},
	{"Cos", 1, 0, 0.5403023058681398},
	{"Cos", 2, 0, -0.4161468365471424},
	{"Cos", 3, 0, -0.9899924966004454},
	{"Cos", -4, 0, -0.6536436208636119},
	{"Cos", 5.5, 0, 0.70866977429126},
	{"Cos", 100, 0, 0.8623188722876839},
	{"Cos", 1000000.0, 0, 0.9367521275331447},
	{"Cos", 3000000000.0, 0, -0.16069024262768705},
	{"Cos", 1e+22, 0, 0.523214785395139},
	{"Tan", 1e-09, 0, 1e-09},
	{"Tan", 0.5, 0, 0.5463024898437905},
	{"Tan", 1, 0, 1.5574077246549023},
	{"Tan", 2, 0, -2.185039863261519},
	{"Tan", 3, 0, -0.1425465430742778},
	{"Tan", -4, 0, -1.1578212823495775},
	{"Tan", 5.5, 0, -0.995584052213885},
	{"Tan", 100, 0, -0.5872139151569291},
	{"Tan", 1000000.0, 0, -0.373624453987599},
	{"Tan", 3000000000.0, 0, -6.14228263231394},
	{"Tan", 1e+22, 0, -1.6287782256068988},
	{"Asin", 1e-09, 0, 1e-09},
	{"Asin", 0.1, 0, 0.1001674211615598},
	{"Asin", -0.5, 0, -0.5235987755982989},
	{"Asin", 0.75, 0, 0.848062078981481},
	{"Asin", 0.999999999, 0, 1.5707516054359754},
	{"Acos", 1e-09, 0, 1.5707963257948967},
	{"Acos", 0.1, 0, 1.4706289056333368},
	{"Acos", -0.5, 0, 2.0943951023931957},
	{"Acos", 0.75, 0, 0.7227342478134157},
	{"Acos", 0.999999999, 0, 4.4721358921319356e-05},
	{"Atan", 1e-09, 0, 1e-09},
	{"Atan", 0.1, 0, 0.09966865249116204},
	{"Atan", -0.7, 0, -0.6107259643892086},
	{"Atan", 2.0, 0, 1.1071487177940904},
	{"Atan", 3, 0, 1.2490457723982544},
	{"Atan", 1000000000.0, 0, 1.5707963257948967},
	{"Sinh", 1e-09, 0, 1e-09},
	{"Sinh", 0.3, 0, 0.3045202934471426},
	{"Sinh", -2, 0, -3.6268604078470186},
	{"Sinh", 30, 0, 5343237290762.231},
	{"Cosh", 1e-09, 0, 1.0},
	{"Cosh", 0.3, 0, 1.0453385141288605},
	{"Cosh", -2, 0, 3.7621956910836314},
	{"Cosh", 30, 0, 5343237290762.231},
	{"Tanh", 1e-09, 0, 1e-09},
	{"Tanh", 0.3, 0, 0.2913126124515909},
	{"Tanh", -2, 0, -0.9640275800758169},
	{"Tanh", 30, 0, 1.0},
	{"Exp", 1e-09, 0, 1.000000001},
	{"Exp", 0.5, 0, 1.6487212707001282},
	{"Exp", -1, 0, 0.36787944117144233},
	{"Exp", 3, 0, 20.085536923187668},
	{"Exp", -20.25, 0, 1.6052280551856116e-09},
	{"Exp", 700, 0, 1.0142320547350045e+304},
	{"Exp", -740, 0, 4.2e-322},
	{"Log", 1e-300, 0, -690.7755278982137},
	{"Log", 5e-324, 0, -744.4400719213812},
	{"Log", 0.3, 0, -1.2039728043259361},
	{"Log", 0.999, 0, -0.0010005003335835344},
	{"Log", 1.001, 0, 0.0009995003330834232},
	{"Log", 3, 0, 1.0986122886681098},
	{"Log", 1e+300, 0, 690.7755278982137},
	{"Log10", 1e-300, 0, -300.0},
	{"Log10", 5e-324, 0, -323.3062153431158},
	{"Log10", 0.3, 0, -0.5228787452803376},
	{"Log10", 0.999, 0, -0.0004345117740176917},
	{"Log10", 1.001, 0, 0.0004340774793185929},
	{"Log10", 3, 0, 0.47712125471966244},
	{"Log10", 5e+300, 0, 300.69897000433605},
	{"Atan2", 1, 2, 0.4636476090008061},
	{"Atan2", 1, -2, 2.677945044588987},
	{"Atan2", -3, -0.25, -1.6539375586833378},
	{"Atan2", 1e-300, 1e+300, 0.0},
	{"Atan2", -2, 1e-09, -1.5707963262948965},
	{"Pow", 2, 0.25, 1.189207115002721},
	{"Pow", 1.0000001, 1000000000.0, 2.6881038582144647e+43},
	{"Pow", 0.1, -7, 9999999.999999996},
	{"Pow", 10, 308, 1e+308},
	{"Pow", 3, -600.5, 3.080963411729999e-287},
	{"Pow", -1.5, 301, -1.0080195979521852e+53},
	{"Pow", 1e+300, 1.02, 1.0000000000000123e+306},
	{"Pow", 1e-300, -1.02, 1.0000000000000122e+306},
	{"Pow", 5e-324, 0.3, 1.018908996936868e-97},
	{"Pow", 0.9999999999999999, 6e+18, 5.0322248034881087e-290},
}

func TestKnownValues(t *testing.T) {
	for _, f := range functions {
		tested := f.name == "Mod" // see TestModIsExact
		for _, k := range known {
			if k.name != f.name {
				continue
			}
			tested = true
			ulp := math.Nextafter(math.Abs(k.want), math.Inf(1)) - math.Abs(k.want)
			if off := math.Abs(f.ours(k.x, k.y)-k.want) / ulp; !(off <= f.ulps) {
				t.Errorf("%s(%v, %v) = %v, want %v; it is off by %v units", f.name, k.x, k.y, f.ours(k.x, k.y), k.want, off)
			}
		}
		if !tested {
			t.Errorf("no results of %s are known", f.name)
		}
	}
}

// special has numbers at which a function may have a special case. There is no smaller one than 2^-1022, since
// math.Log is wrong there on some processors.
var special = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 4, -4, math.Inf(1), math.Inf(-1), math.NaN(),
	math.MaxFloat64, -math.MaxFloat64, 0x1p-1022, -0x1p-1022, 1 << 53, -(1 << 53), 1<<53 - 1, 1 << 54, 1e10, -1e10, 1e-10, 720, -760}

// TestSpecialCases compares with package math, which may have other last bits.
func TestSpecialCases(t *testing.T) {
	for _, f := range functions {
		for _, x := range special {
			for _, y := range special {
				got, want := f.ours(x, y), f.math(x, y)
				switch {
				case got != got && want != want, got == want && math.Signbit(got) == math.Signbit(want):
				case got == 0 || want == 0 || !(math.Abs(got-want) <= 1e-14*math.Abs(want)):
					t.Errorf("%s(%v, %v) = %v, want %v", f.name, x, y, got, want)
				}
			}
		}
	}
}

// TestNearMath compares random arguments with package math. Near a zero or a pole of a function the last digits of
// its results are less certain.
func TestNearMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range functions {
		for range 3000 {
			x, y := argument(r), argument(r)
			if math.Abs(x) < 0x1p-1022 { // see special
				continue
			}
			if f.name == "Pow" && !(math.Abs(y) < 64) { // math.Pow is less exact for large exponents
				y = math.Mod(y, 64)
			}
			got, want := f.ours(x, y), f.math(x, y)
			if got != want && !(math.Abs(got-want) <= 1e-13*max(math.Abs(want), 1e-300)) && (got == got || want == want) && math.Abs(want) > 1e-5 {
				t.Fatalf("%s(%v, %v) = %v, want %v", f.name, x, y, got, want)
			}
		}
	}
}

// argument returns a random number: one of a small range, a whole number, or any number.
func argument(r *rand.Rand) float64 {
	switch r.IntN(4) {
	case 0:
		return r.Float64()*2 - 1
	case 1:
		return float64(r.Float64()*200) - 100
	case 2:
		return float64(r.IntN(100) - 20)
	}
	return math.Float64frombits(r.Uint64())
}

// TestBitsAreTheSame compares hashes of many results with the hashes that each processor computes.
func TestBitsAreTheSame(t *testing.T) {
	want := map[string]wire.Checksum{
		"Acos":  0x912595a4c0f707e,
		"Asin":  0xbecf01f57187fe38,
		"Atan":  0x9b4901274e222e1c,
		"Atan2": 0x1a23e9c3b2d3642c,
		"Cos":   0x20e1543962ac86ef,
		"Cosh":  0xceda87c03870f5ab,
		"Exp":   0xd86eb1bd2e0d998,
		"Log":   0xb430ecd131abcd0,
		"Log10": 0x89588a578cd1cb40,
		"Mod":   0xe06db76937cdb823,
		"Pow":   0xa3e2e2dc356cb6df,
		"Sin":   0xb51fcd1c61fb0bf4,
		"Sinh":  0xf6b887254120c085,
		"Tan":   0x27f75827f511d67f,
		"Tanh":  0xca1b423fcc36941d,
	}
	for _, f := range functions {
		r := rand.New(rand.NewPCG(3, 4))
		var sum wire.Checksum
		for range 5000 {
			sum.Float(f.ours(argument(r), argument(r)))
		}
		if sum != want[f.name] {
			t.Errorf("%q: %#x,", f.name, uint64(sum))
		}
	}
}

func TestModIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		x, y := math.Float64frombits(r.Uint64()), math.Float64frombits(r.Uint64())
		switch r.IntN(3) {
		case 0:
			y = math.Float64frombits(math.Float64bits(x) - r.Uint64()>>(2+r.IntN(60))) // less far from x
		case 1:
			y = float64(r.IntN(1000))
		}
		got, want := Mod(x, y), math.Mod(x, y)
		if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
			t.Fatalf("Mod(%v, %v) = %v, want %v", x, y, got, want)
		}
	}
}

func TestPowersOfWholeNumbersAreExact(t *testing.T) {
	for x := range int64(200) {
		for y := range int64(53) {
			exact := new(big.Int).Exp(big.NewInt(x), big.NewInt(y), nil)
			want, accuracy := new(big.Float).SetInt(exact).Float64()
			if got := Pow(float64(x), float64(y)); accuracy == big.Exact && got != want || math.Abs(got-want) > 1e-15*want {
				t.Errorf("Pow(%d, %d) = %v, want %v", x, y, got, want)
			}
		}
	}
	for n := range 308 {
		if got := Log10(math.Pow10(n)); got != float64(n) {
			t.Errorf("Log10(1e%d) = %v", n, got)
		}
	}
}
