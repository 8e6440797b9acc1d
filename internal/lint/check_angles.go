package lint

import (
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// inDegrees holds the helpers of package geom that take angles in degrees, with the indexes of these arguments, and inRadians
// the functions of Lua that take an angle in radians. The results of giveDegrees are in degrees.
var (
	inDegrees   = map[string][]int{"geom.angle_difference": {0, 1}, "geom.in_cone": {2, 3}, "geom.rotate": {2}}
	inRadians   = map[string]bool{"math.sin": true, "math.cos": true, "math.tan": true}
	giveDegrees = []string{"geom.angle", "geom.angle_between", "geom.angle_difference"}
)

// checkAngles warns about an angle in radians where degrees are wanted, and about one in degrees where radians are wanted.
// It finds those that the call itself shows: with math.pi or math.rad, and the result of a function that gives degrees. It
// takes geom for the helpers of Bough; see IsAboutGeom.
func checkAngles(c *checker, k *call, path string) {
	for n, o := range k.angles {
		text := c.text(o)
		switch {
		case text == "":
		case inRadians[path] && slices.Contains(giveDegrees, initial(o).callee) && initial(o).keys == 0:
			c.warn(o.first, message.DegreesAsRadians(path, text).With(message.WriteIt("math.rad("+text+")")))
		case slices.Contains(inDegrees[path], n) && c.isInRadians(initial(o)):
			instead := "math.deg(" + text + ")"
			if inner, ok := strings.CutPrefix(text, "math.rad("); ok && o.sum == nil {
				instead = strings.TrimSuffix(inner, ")")
			}
			c.warn(o.first, message.RadiansAsDegrees(path, text).With(message.WriteIt(instead)))
		}
	}
}

// IsAboutGeom reports whether a finding is wrong for a game whose namespace geom is not that of package geom.
func IsAboutGeom(d diag.Diagnostic) bool {
	return d.Code == "radians-as-degrees" || d.Code == "degrees-as-radians"
}

// initial returns the value of the declaration of a variable that keeps it, and any other operand as it is.
func initial(o operand) operand {
	if v := o.base; v != nil && o.keys == 0 && !v.param && v.writes == 0 && v.init.valid() {
		return v.init
	}
	return o
}

// isInRadians reports whether an operand has math.pi or a result of math.rad as a part. It has none if something is divided by
// math.pi, as in angle * 180 / math.pi, which are degrees.
func (c *checker) isInRadians(o operand) bool {
	if o.sum == nil {
		return o.callee == "math.rad" && o.keys == 0 || c.facts.globalPath(o) == "math.pi" || c.src.span(o.first, o.last) == "-math.pi"
	}
	l, r := c.isInRadians(o.sum.l), c.isInRadians(o.sum.r)
	switch c.src.word(o.sum.op) {
	case "+", "-":
		return l || r
	case "*":
		return l != r && !c.divides(o.sum.l) && !c.divides(o.sum.r)
	case "/":
		return l && !r && !c.divides(o.sum.l)
	}
	return false
}

// divides reports whether a part of an operand divides by an angle in radians.
func (c *checker) divides(o operand) bool {
	return o.sum != nil && (c.src.word(o.sum.op) == "/" && c.isInRadians(o.sum.r) || c.divides(o.sum.l) || c.divides(o.sum.r))
}
