package arena

import (
	"errors"
	"maps"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/luabind/geom"
)

// helpers returns the helpers. Scripts call them as field.sight and so on.
func (f *field) helpers() []bough.Helper {
	list := []bough.Helper{
		bough.Func("sight(id, range): nearest visible enemy within range, or nil", f.sight),
		bough.Func("enemies(id, range): visible enemies within range, nearest first", f.enemies),
		bough.Func("friends(id, range): members of the own team within range, nearest first", f.friends),
		bough.Func("pack(id, range): others of the own kind within range, nearest first", f.pack),
		bough.Func("earshot(id, loudness): agents that hear a noise which carries this far, nearest first", f.earshot),
		bough.Func("threat(id, range): nearest enemy around an agent, in any direction, or nil", f.threat),
		bough.Func("can_see(id, other): whether one agent sees another", f.canSee),
		bough.Func("position(id): where an agent is, as x, y; nil if it is dead", f.position),
		bough.Func("distance_to(id, other): distance between two agents; nil if the other is dead", f.distanceTo),
		bough.Func("near(id, x, y, range): whether an agent is no further than range from a place", f.near),
		bough.Func("bearing(id, x, y): the angle in degrees at which an agent sees a place; east is 0, south 90", f.bearing),
		bough.Func("is_alive(id): whether an agent lives", f.isAlive),
		bough.Func("is_hidden(id): whether an agent hides", f.isHidden),
		bough.Func("health(id): hit points of an agent as a fraction of its maximum, 0 to 1", f.health),
		bough.Func("kind_of(id): kind of an agent: \"wolf\", \"guard\", ...", f.kindOf),
		bough.Func("nearest_hiding_place(id): nearest hut or bush to hide in, as x, y; nil if there is none near", f.nearestHidingPlace),
		bough.Func("at_hiding_place(id): whether an agent stands where it can hide", f.atHidingPlace),
		bough.Func("away(id, other, distance): the place further from another agent, as x, y", f.away),
		bough.Func("around(x, y, degrees, distance): the place at an angle and a distance from x, y, never off the land", f.around),
		bough.Func("flank(id, other, distance): the place beside another agent, different for each agent that asks, as x, y; nil if the other is dead", f.flank),
		bough.Func("waypoint(id, route, i): i-th place of a route, from 1, as x, y; the first place follows the last; nil if there is no such route", f.waypoint),
		bough.Func("owner(id): living owner of a pet, or nil", f.owner),
		bough.Func("pet(id): living pet of an owner, or nil", f.pet),
	}
	for i := range list {
		list[i] = list[i].Reads()
	}
	return list
}

// AddHelpers adds the helpers of the arena to the options of a game, and those of package geom if the game has none.
func (a *Arena) AddHelpers(o *bough.Options) error {
	if _, own := o.Helpers["field"]; own {
		return errors.New("this game has helpers named field of its own, so it has no arena; name a tree or a scene")
	}
	o.Helpers = a.field.with(o.Helpers)
	return nil
}

// with returns the helpers of a game, and those of f.
func (f *field) with(game map[string][]bough.Helper) map[string][]bough.Helper {
	all := map[string][]bough.Helper{"geom": geom.Helpers(), "field": f.helpers()}
	maps.Copy(all, game)
	return all
}

// Empty returns the options of a game with the helpers of an empty field. The scripts of the game load as in the arena,
// but meet no other agents.
func Empty() bough.Options {
	r := engine.NewRand(0)
	return bough.Options{Helpers: newField(planFor(1), &r).with(nil)}
}
