package geom

import "github.com/bough-dev/bough/luabind/helper"

// function is a function of the package. Its signature for scripts is followed by ": " and a sentence that describes
// the results.
type function struct {
	signature string
	call      any
}

// functions lists all functions.
var functions = []function{
	{"add(a, b): the vector a + b", Add},
	{"sub(a, b): the vector a - b, the way from b to a", Sub},
	{"scale(v, factor): the vector v, factor times as long", Scale},
	{"dot(a, b): the dot product of two vectors; positive if they point the same way", Dot},
	{"cross(a, b): the cross product of two vectors, at a right angle to both", Cross},
	{"length(v): the length of a vector", Length},
	{"normalize(v): the vector of length 1 in the direction of v; zero stays zero", Normalize},
	{"distance(x1, y1, x2, y2): the distance between two points", Distance},
	{"distance_squared(x1, y1, x2, y2): the square of the distance, enough for comparing", DistanceSquared},
	{"direction(x1, y1, x2, y2): the unit vector dx, dy from the first point to the second; 0, 0 if they are the same", Direction},
	{"angle(dx, dy): the angle of a direction in degrees, 0 to 360; x is 0, y is 90", Angle},
	{"angle_between(ax, ay, bx, by): the angle between two directions, 0 to 180 degrees", AngleBetween},
	{"angle_difference(from, to): the degrees to turn from one angle to another by the shorter way, -180 to 180", AngleDifference},
	{"rotate(x, y, degrees): the vector x, y turned by an angle", Rotate},
	{"lerp(a, b, t): the number t of the way from a to b; 0 gives a, 1 gives b", Lerp},
	{"clamp(x, lo, hi): x, but not less than lo and not more than hi", Clamp},
	{"in_cone(x, y, facing, fov, range, tx, ty): whether the point tx, ty is in the field of view of an agent at x, y that faces an angle, sees fov degrees in all, and sees as far as range", InCone},
	{"line_circle(x1, y1, x2, y2, cx, cy, radius): the number of points that a line and a circle share, and the points as ax, ay, bx, by", LineCircle},
	{"segment_circle(x1, y1, x2, y2, cx, cy, radius): whether the way between two points touches a disc, and where first", SegmentCircle},
	{"nearest_of(x, y, points): the index of the nearest of a list of vectors; 0 if there is none", NearestOf},
	{"move_toward(x, y, tx, ty, step): the point step nearer to tx, ty, and whether it is reached", MoveToward},
}

// Helpers returns all functions of the package as helpers, for Options of package bough:
//
//	Helpers: map[string][]bough.Helper{"geom": geom.Helpers()}
func Helpers() []helper.Helper {
	var out []helper.Helper
	for _, f := range functions {
		out = append(out, helper.Func(f.signature, f.call).Pure())
	}
	return out
}
