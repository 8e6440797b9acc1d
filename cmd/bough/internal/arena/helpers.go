package arena

import (
	"fmt"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/luabind/geom"
)

// Helpers returns the helpers that scripts call as field.sight and so on.
func (a *Arena) Helpers() []bough.Helper {
	list := []bough.Helper{
		bough.Func("sight(id, range): nearest visible enemy within range, or nil", a.Sight),
		bough.Func("enemies(id, range): visible enemies within range, nearest first", a.Enemies),
		bough.Func("friends(id, range): members of the own team within range, nearest first", a.Friends),
		bough.Func("pack(id, range): others of the own kind within range, nearest first", a.Pack),
		bough.Func("earshot(id, loudness): who hears a noise that is heard that far, nearest first", a.Earshot),
		bough.Func("threat(id, range): nearest enemy around an agent, whichever way it looks, or nil", a.Threat),
		bough.Func("can_see(id, other): whether one agent sees another", a.CanSee),
		bough.Func("position(id): where an agent is, as x, y; nil if it is dead", a.Position),
		bough.Func("distance_to(id, other): distance between two agents; nil if the other is dead", a.DistanceTo),
		bough.Func("near(id, x, y, range): whether an agent is no further than range from a place", a.Near),
		bough.Func("bearing(id, x, y): the angle in degrees at which an agent sees a place; east is 0, south 90", a.Bearing),
		bough.Func("is_alive(id): whether an agent lives", a.IsAlive),
		bough.Func("is_hidden(id): whether an agent keeps hidden", a.IsHidden),
		bough.Func("health(id): hit points of an agent as a part of its most, 0 to 1", a.Health),
		bough.Func("kind_of(id): kind of an agent: \"wolf\", \"guard\", ...", a.KindOf),
		bough.Func("nearest_hiding_place(id): nearest hut or bush to hide in, as x, y; nil if there is none near", a.NearestHidingPlace),
		bough.Func("at_hiding_place(id): whether an agent stands where it can hide", a.AtHidingPlace),
		bough.Func("away(id, other, distance): A place further from another agent, as x, y", a.Away),
		bough.Func("around(x, y, degrees, distance): the place at an angle and a distance from x, y, never off the land", a.Around),
		bough.Func("flank(id, other, distance): A place beside another agent that is not everybody's, as x, y; nil if it is dead", a.Flank),
		bough.Func("waypoint(id, route, i): i-th place of a route, from 1, round and round, as x, y; nil if there is no such route", a.Waypoint),
		bough.Func("owner(id): living owner of a pet, or nil", a.Owner),
		bough.Func("pet(id): living pet of an owner, or nil", a.Pet),
	}
	for i := range list {
		list[i] = list[i].Reads()
	}
	return list
}

// bind makes the helpers callable by the scripts of a game.
func (a *Arena) bind(game *bough.Game) error {
	if err := game.Bind("geom", geom.Helpers()...); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	if err := game.Bind("field", a.Helpers()...); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	return nil
}

// BindEmpty gives a game the helpers of an empty field. Its scripts load as they do in the arena, but meet no other
// agents.
func BindEmpty(game *bough.Game) error { return empty().bind(game) }
