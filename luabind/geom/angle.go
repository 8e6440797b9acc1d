package geom

import (
	"math"

	"github.com/bough-dev/bough/internal/float"
)

// Angle returns the angle of a direction. The result is at least 0 and less than 360 degrees. It is 0 for the
// direction 0, 0.
func Angle(dx, dy float64) float64 {
	if !finite(dx, dy) {
		return 0
	}
	return turn(float64(float.Atan2(dy, dx)*180) / math.Pi)
}

// AngleBetween returns the angle between two directions, from 0 to 180 degrees, or 0 if one of them is 0, 0.
func AngleBetween(ax, ay, bx, by float64) float64 {
	if !finite(ax, ay, bx, by) || ax == 0 && ay == 0 || bx == 0 && by == 0 {
		return 0
	}
	return math.Abs(AngleDifference(Angle(ax, ay), Angle(bx, by)))
}

// AngleDifference returns the shorter turn from one angle to another. The result is greater than -180 and at most
// 180 degrees. It is positive for a turn toward larger angles.
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

// InCone reports whether (tx, ty) is in the cone of sight of an observer at (x, y) that looks in the direction
// facing. The cone extends fov/2 degrees to each side, up to the distance reach. Its edges and the place of the
// observer belong to the cone. If fov or reach is negative, the cone is empty. If fov is 360 or more, the cone is a
// full circle. The reach may be infinite.
func InCone(x, y, facing, fov, reach, tx, ty float64) bool {
	d := Distance(x, y, tx, ty)
	switch {
	case !finite(x, y, tx, ty, facing) || !(fov >= 0) || !(d <= reach):
		return false
	case d == 0 || fov >= 360:
		return true
	}
	// slack keeps points on the edge inside the cone, despite rounding errors of the angle.
	const slack = 1e-9
	dx, dy := Direction(x, y, tx, ty)
	return math.Abs(AngleDifference(facing, Angle(dx, dy))) <= float64(fov/2)+slack
}

// Rotate returns the vector (x, y) rotated by an angle. Quarter turns are exact. Rotate returns (x, y) itself if
// the angle is not finite.
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
		a := float64(d*math.Pi) / 180
		sin, cos := float.Sin(a), float.Cos(a)
		return float64(x*cos) - float64(y*sin), float64(x*sin) + float64(y*cos)
	}
}

// turn converts a finite angle to the range from 0 up to but not including 360.
func turn(degrees float64) float64 {
	d := float.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	if d >= 360 { // the result of rounding, for a tiny negative angle
		return 0
	}
	return d + 0 // converts a negative zero to zero
}
