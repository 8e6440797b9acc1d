// Package format has the version of Bough, and the numbers of the formats of its files.
//
// A file begins with its head: a text with the format, its number and the version of Bough. So does each part of a file
// that a package writes by itself; the head of such an inner format has no version. Bough reads the files of the version
// before, so the reader of a format accepts several numbers.
//
// To change a format, raise Newest, write the new form, and read both forms by the number in the head. Then
//
//	go test ./internal/e2e -run Formats -formats.write -update
//
// writes a file in the new format to internal/e2e/testdata/formats. A test reads the files there, which are kept for
// ever. If only an inner format changes, the outer ones change their numbers, too, so that such a file is written.
// Oldest may be raised as soon as there is a release that reads the oldest number and writes a newer one.
package format

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is the version of Bough: that of the newest section of CHANGELOG.md that has a number.
const Version = "0.1.0"

// Format is a format of files, or of parts of them.
type Format struct {
	Name   string // such as "game snapshot"
	First  int    // the oldest number that a release has read
	Oldest int    // the oldest number that is read
	Newest int    // the number that is written, and the newest that is read
	Inner  bool   // it is the format of a part
	Made   string // what makes such a file, as a remedy for another one; may be ""
}

// The formats of files, and those of their parts.
var (
	Game      = Format{Name: "game snapshot", First: 3, Oldest: 3, Newest: 5} // see bough.Game.Snapshot
	Agent     = Format{Name: "agent snapshot", First: 3, Oldest: 3, Newest: 4}
	Recording = Format{Name: "recording", First: 8, Oldest: 8, Newest: 9, Made: "bough play and bough run write one with --record"}

	World      = Format{Name: "world", First: 2, Oldest: 2, Newest: 4, Inner: true} // see engine.World.Snapshot
	WorldAgent = Format{Name: "agent", First: 2, Oldest: 2, Newest: 2, Inner: true}
	Lua        = Format{Name: "Lua", First: 3, Oldest: 3, Newest: 4, Inner: true} // see lua.Codec
)

// MaxHead bounds the number of bytes in a head.
const MaxHead = 100

const by = ", written by Bough "

// Head returns the head of a file in the newest format.
func (f *Format) Head() string {
	head := f.beginning() + strconv.Itoa(f.Newest)
	if !f.Inner {
		head += by + Version
	}
	return head
}

func (f *Format) beginning() string { return "Bough " + f.Name + " " }

// Read returns the number in a head, and the version of Bough, which is "" in the head of an inner format and in files of
// before 0.1.0. It returns an error for a head of another format, and for a number that is not read.
func (f *Format) Read(head string) (number int, version string, err error) {
	text, ok := strings.CutPrefix(head, f.beginning())
	text, version, _ = strings.Cut(text, by)
	if number, err = strconv.Atoi(text); !ok || err != nil {
		err := fmt.Errorf("it begins with %.40q instead of %q, so it is no %s", head, f.beginning()+strconv.Itoa(f.Newest), f.Name)
		if f.Made != "" {
			err = fmt.Errorf("%w; %s", err, f.Made)
		}
		return 0, "", err
	}
	if number >= f.Oldest && number <= f.Newest {
		return number, version, nil
	}
	return 0, "", fmt.Errorf("%s, and this is Bough %s, which reads %s; %s", written(number, version), Version, f.numbers(), f.remedy(number, version))
}

func written(number int, version string) string {
	if version == "" {
		return fmt.Sprintf("it has format %d", number)
	}
	return fmt.Sprintf("it was written by Bough %.20s in format %d", version, number)
}

// numbers returns the numbers that are read.
func (f *Format) numbers() string {
	if f.Oldest == f.Newest {
		return fmt.Sprintf("format %d", f.Newest)
	}
	return fmt.Sprintf("the formats %d to %d", f.Oldest, f.Newest)
}

// remedy says which version reads a number that this one does not read.
func (f *Format) remedy(number int, version string) string {
	switch {
	case number > f.Newest && version == "":
		return "use a later version"
	case number > f.Newest:
		return fmt.Sprintf("use Bough %.20s, or the version after it", version)
	case number < f.First:
		return "it is older than 0.1.0, and no release reads it"
	case version == "":
		return "Bough 0.1.0 reads it; a game that is restored there can be saved in a newer format"
	}
	return fmt.Sprintf("Bough %.20s and the version after it read it; a game that is restored there can be saved in a newer format", version)
}
