package lib

// byteSet is a set of bytes: bit c%64 of word c/64 is byte c.
type byteSet [4]uint64

func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *byteSet) add(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

func (s *byteSet) addSet(o *byteSet) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s *byteSet) complement() {
	for i := range s {
		s[i] = ^s[i]
	}
}

// classes maps the letter of each character class to its set in the C locale, and the upper-case letter to the
// complement. Other bytes map to nil.
var classes = func() (all [256]*byteSet) {
	for _, class := range []struct {
		letter byte
		ranges string // pairs of the first and the last byte of a range
	}{
		{'a', "AZaz"},
		{'c', "\x00\x1f\x7f\x7f"},
		{'d', "09"},
		{'l', "az"},
		{'p', "!/:@[`{~"},
		{'s', "\t\r  "},
		{'u', "AZ"},
		{'w', "09AZaz"},
		{'x', "09AFaf"},
		{'z', "\x00\x00"},
	} {
		in := &byteSet{}
		for i := 0; i < len(class.ranges); i += 2 {
			in.add(class.ranges[i], class.ranges[i+1])
		}
		out := *in
		out.complement()
		all[class.letter], all[class.letter-'a'+'A'] = in, &out
	}
	return all
}()
