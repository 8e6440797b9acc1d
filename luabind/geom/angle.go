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

// AngleBetween returns the angle between two directions, 0 to 180 degrees; 0
// if one of them is 0, 0.
func AngleBetween(ax, ay, bx, by float64) float64 {
	if !finite(ax, ay, bx, by) || ax == 0 && ay == 0 || bx == 0 && by == 0 {
		return 0
	}
	return math.Abs(AngleDifference(Angle(ax, ay), Angle(bx, by)))
}

// AngleDifference returns how far to turn from one angle to another by the
// shorter way: more than -180, at most 180 degrees, positive toward larger
// angles.
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

// InCone reports whether (tx, ty) lies in the cone of sight of someone at (x, y)
// who faces the angle facing, sees fov degrees in all, half to each side, and
// as far as reach. The edges count as seen, and so does one's own place. A
// negative fov or reach sees nothing, an fov of 360 or more everything within
// reach, which may be infinite.
func InCone(x, y, facing, fov, reach, tx, ty float64) bool {
	d := Distance(x, y, tx, ty)
	switch {
	case !finite(x, y, tx, ty, facing) || !(fov >= 0) || !(d <= reach):
		return false
	case d == 0 || fov >= 360:
		return true
	}
	// What rounding adds to an angle must not hide what stands on the edge.
	const slack = 1e-9
	dx, dy := Direction(x, y, tx, ty)
	return math.Abs(AngleDifference(facing, Angle(dx, dy))) <= fov/2+slack
}

// Rotate returns the vector (x, y) turned by an angle. Quarter turns are exact.
// An angle that is not finite turns nothing.
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

// turn brings a finite angle into 0 up to but not including 360.
func turn(degrees float64) float64 {
	d := math.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	if d >= 360 { // a tiny negative angle, rounded
		return 0
	}
	return d + 0 // no negative zero
}
