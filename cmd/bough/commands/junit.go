package commands

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/luabind/scripttest"
)

// The elements of a JUnit report, as GitLab, Jenkins and the reporters for GitHub read it. No norm says what is in one; these
// are the attributes on which the readers agree, and the file and the line, which they show if they are there.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		File     string      `xml:"file,attr,omitempty"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`

		took time.Duration
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		Classname string       `xml:"classname,attr"`
		File      string       `xml:"file,attr,omitempty"`
		Line      int          `xml:"line,attr,omitempty"`
		Time      string       `xml:"time,attr"`
		Failure   *junitReason `xml:"failure"`
		Error     *junitReason `xml:"error"`
		Out       string       `xml:"system-out,omitempty"`
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// played is a test that was run.
type played struct {
	scripttest.Result
	took time.Duration
}

// writeJUnit writes the results of tests, and the errors in files: a CI service shows only what is in the report, and would
// take tests that are left out for passed.
func writeJUnit(w io.Writer, results []played, problems diag.List) error {
	var report junitReport
	for _, r := range results {
		n := len(report.Suites)
		if n == 0 || report.Suites[n-1].File != r.Test.Pos.File {
			report.Suites, n = append(report.Suites, junitSuite{Name: r.Test.Pos.File, File: r.Test.Pos.File}), n+1
		}
		k := junitCase{Name: r.Test.Name, Classname: className(r.Test.Pos.File), File: r.Test.Pos.File, Line: r.Test.Pos.Line, Time: seconds(r.took), Out: strings.Join(r.Printed, "\n")}
		if r.Failure != nil {
			k.Failure = reasonOf(*r.Failure)
		}
		report.Suites[n-1].add(k, r.took)
	}
	files := junitSuite{Name: "files"}
	causes, _ := problems.Errors().Causes()
	for _, d := range causes {
		files.add(junitCase{Name: d.Headline(), Classname: className(d.Pos.File), File: d.Pos.File, Line: d.Pos.Line, Time: seconds(0), Error: reasonOf(d)}, 0)
	}
	if len(files.Cases) > 0 {
		report.Suites = append(report.Suites, files)
	}
	var took time.Duration
	for i := range report.Suites {
		s := &report.Suites[i]
		s.Time, took = seconds(s.took), took+s.took
		report.Tests += s.Tests
		report.Failures += s.Failures
		report.Errors += s.Errors
	}
	report.Time = seconds(took)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add adds a case.
func (s *junitSuite) add(k junitCase, took time.Duration) {
	s.Cases, s.took = append(s.Cases, k), s.took+took
	s.Tests++
	if k.Failure != nil {
		s.Failures++
	}
	if k.Error != nil {
		s.Errors++
	}
}

func reasonOf(d diag.Diagnostic) *junitReason {
	return &junitReason{Message: d.Headline(), Type: d.Code, Text: d.Error()}
}

// className returns a file without its extension: Jenkins takes what is before the last dot for a package.
func className(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// seconds returns a time as the attribute of a report.
func seconds(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }
