// Package geom has the geometry that behaviors ask for: distances, angles,
// cones of sight, steps toward a place. They are pure functions of numbers and
// vectors; Funcs lists them with names and docs, so that a registry binds all
// in one line.
//
// Positions are in the game's own unit. Angles are in degrees, as designers
// think of them: 0 is the direction of x, 90 that of y. Functions of the plane
// take x and y apart, since scripts have them apart (agent.x, agent.y).
//
// Every function has a result for every input. Unless its comment says more:
// what depends on a number that is not finite (NaN, infinite, or too large to
// be calculated with) is "no": false, no intersection, an angle of 0, the zero
// vector; such a distance or length is infinite, so that "near enough" is
// false. Adding, subtracting, scaling, dot and cross products are plain float
// arithmetic and hand such numbers on.
//
// Goals: no surprises at the edges; the same results on every machine that
// rounds as IEEE 754 says. Non-goals: matrices, physics, paths.
package geom
