package assets

import "testing"

func TestMisspells(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"enrgy", "energy", true}, {"energgy", "energy", true}, {"engery", "energy", true}, {"claen", "clean", true},
		{"doze", "dose", true}, {"wrad", "ward", true}, {"fishx", "fish_x", true}, {"loadKg", "load_kg", true},
		{"stanima", "stamina", true}, {"last_crae", "last_care", true}, {"last_cre", "last_care", true},
		{"energy", "energy", false}, {"x_pos", "y_pos", false}, {"pos_x", "pos_y", false}, {"crate", "crates", false},
		{"tire", "tired", false}, {"noted", "notes", false}, {"page", "wage", false}, {"slot1", "slot2", false},
		{"slot", "slot2", false}, {"to_bed", "in_bed", false}, {"hunger", "anger", false}, {"dx", "dy", false},
		{"last_x", "lost_x", true}, {"min_hp", "mid_hp", false}, {"treat", "threat", true}, {"a_b_c", "a_d_c", false},
		{"energy_max", "energy_min", false}, {"near", "earn", false}, {"abcdefgh", "abcd", false},
		{"facin", "facing", true}, {"hungry", "hungr", false}, {"guard", "guarded", false}, {"heat", "heath", false},
	} {
		if misspells(c.a, c.b) != c.want || misspells(c.b, c.a) != c.want {
			t.Errorf("%s, %s: want %t", c.a, c.b, c.want)
		}
	}
}
