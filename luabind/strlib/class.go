package strlib

// set is a set of bytes: bit c%64 of word c/64 is byte c.
type set [4]uint64

func (s *set) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

func (s *set) addRange(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

func (s *set) addSet(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s set) complement() set {
	for i := range s {
		s[i] = ^s[i]
	}
	return s
}

// classRanges are the character classes in the C locale: pairs of the first and
// the last byte of a range.
var classRanges = map[byte]string{
	'a': "AZaz",
	'c': "\x00\x1f\x7f\x7f",
	'd': "09",
	'l': "az",
	'p': "!/:@[`{~",
	's': "\t\r  ",
	'u': "AZ",
	'w': "09AZaz",
	'x': "09AFaf",
	'z': "\x00\x00",
}

// classes has for each class letter its set, and for the upper-case letter what
// is not in it.
var classes = func() map[byte]set {
	all := map[byte]set{}
	for letter, ranges := range classRanges {
		var s set
		for i := 0; i < len(ranges); i += 2 {
			s.addRange(ranges[i], ranges[i+1])
		}
		all[letter], all[letter-'a'+'A'] = s, s.complement()
	}
	return all
}()
