// Package geom provides geometry for behaviors: distances, angles, cones of sight, and steps toward a place. The
// functions are pure functions of numbers and vectors. Helpers returns all of them as helpers for scripts.
//
// Positions are in the game's own unit. Angles are in degrees, which designers
// prefer: 0 is the direction of x, 90 the direction of y. Functions of the plane
// take x and y separately, since agents have separate fields (agent.x, agent.y).
//
// Every function has a result for every input. If an input is not finite (NaN, infinite, or too large for the
// calculation), the result is false, no intersection, an angle of 0, or the zero vector, unless the comment of the
// function says otherwise. In that case a distance or length is infinite, so that a test for nearness fails.
// Addition, subtraction, scaling, and the dot and cross products are plain float arithmetic and propagate such
// numbers.
//
// Goals: predictable results in edge cases; the same results on every machine
// with the rounding of IEEE 754. Non-goals: matrices, physics, paths.
package geom
