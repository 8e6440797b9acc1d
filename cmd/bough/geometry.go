package main

import (
	"fmt"

	"github.com/bough-dev/bough/assets"
	"github.com/bough-dev/bough/engine/diag"
)

// geometryInstead are functions of geom to call in place of trigonometry.
var geometryInstead = map[string]string{
	"math.sin":   "geom.rotate(x, y, degrees) turns a direction by an angle, geom.direction(x1, y1, x2, y2) is the way to a place",
	"math.cos":   "geom.rotate(x, y, degrees) turns a direction by an angle, geom.direction(x1, y1, x2, y2) is the way to a place",
	"math.tan":   "geom.in_cone(x, y, facing, fov, range, tx, ty) says whether a place is in sight",
	"math.asin":  "geom.angle(dx, dy) is the angle of a direction",
	"math.acos":  "geom.angle_between(ax, ay, bx, by) is the angle between two directions",
	"math.atan":  "geom.angle(dx, dy) is the angle of a direction",
	"math.atan2": "geom.angle(dx, dy) is the angle of a direction",
	"math.rad":   "angles are in degrees in geom",
	"math.deg":   "angles are in degrees in geom",
}

// trigonometry tells which scripts calculate angles by themselves.
func trigonometry(b *assets.Bundle) diag.List {
	var out diag.List
	for _, script := range b.Scripts() {
		for _, c := range script.Calls {
			if instead := geometryInstead[c.Name]; instead != "" {
				d := out.Warn(c.Pos, "the script calculates with %s", c.Name)
				d.Source, d.Hint = script.Line(c.Pos.Line), fmt.Sprintf("leave trigonometry to Go: %s", instead)
			}
		}
	}
	return out
}
