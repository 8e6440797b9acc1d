package geom

import "math"

// Angle returns the angle of a direction, from 0 up to but not including 360
// degrees; 0 for the direction 0, 0.
func Angle(dx, dy float64) float64 {
	if !finite(dx, dy) {
		return 0
	}
	return turn(math.Atan2(dy, dx) * 180 / math.Pi)
}

// AngleBetween returns the angle between two directions, from 0 to 180 degrees, or 0 if one of them is 0, 0.
func AngleBetween(ax, ay, bx, by float64) float64 {
	if !finite(ax, ay, bx, by) || ax == 0 && ay == 0 || bx == 0 && by == 0 {
		return 0
	}
	return math.Abs(AngleDifference(Angle(ax, ay), Angle(bx, by)))
}

// AngleDifference returns the shorter turn from one angle to another. It is greater than -180 and at most 180
// degrees, and positive toward larger angles.
func AngleDifference(from, to float64) float64 {
	if !finite(from, to) {
		return 0
	}
	d := turn(turn(to) - turn(from))
	if d > 180 {
		d -= 360
	}
	return d
}

// InCone reports whether (tx, ty) is in the cone of sight of an observer at (x, y) with the direction facing. The
// cone has an angle of fov degrees, half to each side, and the radius reach. The edges belong to the cone, and so
// does the observer's own place. A negative fov or reach makes the cone empty; an fov of 360 or more makes it a
// full circle. The reach may be infinite.
func InCone(x, y, facing, fov, reach, tx, ty float64) bool {
	d := Distance(x, y, tx, ty)
	switch {
	case !finite(x, y, tx, ty, facing) || !(fov >= 0) || !(d <= reach):
		return false
	case d == 0 || fov >= 360:
		return true
	}
	// Rounding errors of the angle must not exclude points on the edge.
	const slack = 1e-9
	dx, dy := Direction(x, y, tx, ty)
	return math.Abs(AngleDifference(facing, Angle(dx, dy))) <= fov/2+slack
}

// Rotate returns the vector (x, y) rotated by an angle. Quarter turns are exact. An angle that is not finite does
// not rotate the vector.
func Rotate(x, y, degrees float64) (rx, ry float64) {
	if !finite(degrees) {
		return x, y
	}
	switch d := turn(degrees); d {
	case 0:
		return x, y
	case 90:
		return -y, x
	case 180:
		return -x, -y
	case 270:
		return y, -x
	default:
		sin, cos := math.Sincos(d * math.Pi / 180)
		return x*cos - y*sin, x*sin + y*cos
	}
}

// turn converts a finite angle to the range from 0 up to but not including 360.
func turn(degrees float64) float64 {
	d := math.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	if d >= 360 { // a tiny negative angle, rounded
		return 0
	}
	return d + 0 // removes a negative zero
}
