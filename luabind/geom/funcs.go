package geom

// Func is a function of the package, with its description for scripts.
type Func struct {
	// Name is the name for scripts without the namespace, such as "in_cone".
	Name string
	// Signature is the name with the parameters, followed by ": " and a sentence that describes the results.
	Signature string
	// Fn is the Go function.
	Fn any
}

// Funcs returns all functions. The caller may modify the slice.
func Funcs() []Func {
	return []Func{
		{"add", "add(a, b): the vector a + b", Add},
		{"sub", "sub(a, b): the vector a - b, the way from b to a", Sub},
		{"scale", "scale(v, factor): the vector v, factor times as long", Scale},
		{"dot", "dot(a, b): the dot product of two vectors; positive if they point the same way", Dot},
		{"cross", "cross(a, b): the cross product of two vectors, at a right angle to both", Cross},
		{"length", "length(v): the length of a vector", Length},
		{"normalize", "normalize(v): the vector of length 1 in the direction of v; zero stays zero", Normalize},
		{"distance", "distance(x1, y1, x2, y2): the distance between two points", Distance},
		{"distance_squared", "distance_squared(x1, y1, x2, y2): the square of the distance, enough for comparing", DistanceSquared},
		{"direction", "direction(x1, y1, x2, y2): the unit vector dx, dy from the first point to the second; 0, 0 if they are the same", Direction},
		{"angle", "angle(dx, dy): the angle of a direction in degrees, 0 to 360; x is 0, y is 90", Angle},
		{"angle_between", "angle_between(ax, ay, bx, by): the angle between two directions, 0 to 180 degrees", AngleBetween},
		{"angle_difference", "angle_difference(from, to): the degrees to turn from one angle to another by the shorter way, -180 to 180", AngleDifference},
		{"rotate", "rotate(x, y, degrees): the vector x, y turned by an angle", Rotate},
		{"lerp", "lerp(a, b, t): the number t of the way from a to b; 0 gives a, 1 gives b", Lerp},
		{"clamp", "clamp(x, lo, hi): x, but not less than lo and not more than hi", Clamp},
		{"in_cone", "in_cone(x, y, facing, fov, range, tx, ty): whether the point tx, ty is in the field of view of an agent at x, y that faces an angle, sees fov degrees in all, and sees as far as range", InCone},
		{"line_circle", "line_circle(x1, y1, x2, y2, cx, cy, radius): the number of points that a line and a circle share, and the points as ax, ay, bx, by", LineCircle},
		{"segment_circle", "segment_circle(x1, y1, x2, y2, cx, cy, radius): whether the way between two points touches a disc, and where first", SegmentCircle},
		{"nearest_of", "nearest_of(x, y, points): the index of the nearest of a list of vectors; 0 if there is none", NearestOf},
		{"move_toward", "move_toward(x, y, tx, ty, step): the point step nearer to tx, ty, and whether it is reached", MoveToward},
	}
}
