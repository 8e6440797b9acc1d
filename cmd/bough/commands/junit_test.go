package commands

import (
	"bytes"
	"encoding/xml"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/bough-dev/bough/luabind/scripttest"
)

// TestJUnit compares a report with the form that the readers of JUnit agree on.
func TestJUnit(t *testing.T) {
	fsys := fstest.MapFS{
		"root.lua":     {Data: []byte("return {}")},
		"wolf.bt":      {Data: []byte("tree wolf\n  howl\n")},
		"a_test.lua":   {Data: []byte("return {\n  good = function(t) end,\n  bad = function(t)\n    print('so')\n    t.equal(1, 2)\n  end,\n}")},
		"x/b_test.lua": {Data: []byte("return {\n  ['it \"is\" <b>'] = function(t) end,\n}")},
	}
	suite, err := scripttest.Open(fsys, scripttest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer suite.Close()
	clock := time.Time{}
	run := testRun{now: func() time.Time {
		clock = clock.Add(1500 * time.Millisecond)
		return clock
	}}
	for _, test := range suite.Tests() {
		run.play(test)
	}
	var got bytes.Buffer
	if err := writeJUnit(&got, run.results, suite.Problems); err != nil {
		t.Fatal(err)
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="1" time="4.500000">
  <testsuite name="scripts/a_test.lua" file="scripts/a_test.lua" tests="2" failures="1" errors="0" time="3.000000">
    <testcase name="good" classname="scripts/a_test" file="scripts/a_test.lua" line="2" time="1.500000"></testcase>
    <testcase name="bad" classname="scripts/a_test" file="scripts/a_test.lua" line="3" time="1.500000">
      <failure message="scripts/a_test.lua:5:5: got 1, want 2" type="values-differ">scripts/a_test.lua:5:5: got 1, want 2&#xA;        t.equal(1, 2)&#xA;        ^</failure>
      <system-out>so</system-out>
    </testcase>
  </testsuite>
  <testsuite name="scripts/x/b_test.lua" file="scripts/x/b_test.lua" tests="1" failures="0" errors="0" time="1.500000">
    <testcase name="it &#34;is&#34; &lt;b&gt;" classname="scripts/x/b_test" file="scripts/x/b_test.lua" line="2" time="1.500000"></testcase>
  </testsuite>
  <testsuite name="files" tests="1" failures="0" errors="1" time="0.000000">
    <testcase name="scripts/wolf.bt:2:3: there is no behavior or node kind howl: bough new behavior howl writes one; the behaviors are root; for the node kinds see bough kinds" classname="scripts/wolf" file="scripts/wolf.bt" line="2" time="0.000000">
      <error message="scripts/wolf.bt:2:3: there is no behavior or node kind howl: bough new behavior howl writes one; the behaviors are root; for the node kinds see bough kinds" type="unknown-behavior">scripts/wolf.bt:2:3: there is no behavior or node kind howl: bough new behavior howl writes one; the behaviors are root; for the node kinds see bough kinds&#xA;      howl&#xA;      ^</error>
    </testcase>
  </testsuite>
</testsuites>
`
	if got.String() != want {
		t.Errorf("got\n%s", &got)
	}
}

// TestJUnitOfHostileTexts checks that a report of a project full of control characters is XML, and has them nowhere.
func TestJUnitOfHostileTexts(t *testing.T) {
	t.Chdir(hostileProject(t))
	var out, errs bytes.Buffer
	stock(strings.Fields("test --junit junit.xml --cover-out cover.info"), &out, &errs)
	text, err := os.ReadFile("junit.xml")
	if err != nil {
		t.Fatal(err)
	}
	var report junitReport
	if err := xml.Unmarshal(text, &report); err != nil {
		t.Fatal(err)
	}
	if report.Failures != 1 || report.Errors == 0 || len(report.Suites) != 2 || report.Suites[0].Cases[0].Failure.Message == "" {
		t.Errorf("got %+v", report)
	}
	if bytes.ContainsAny(text, "\x1b\x07\b\x00") {
		t.Errorf("control characters in\n%q", text)
	}
	lcov, err := os.ReadFile("cover.info")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lcov)) {
		if name, _, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ":"); !ok && name != "end_of_record" || strings.ToUpper(name) != name && name != "end_of_record" {
			t.Errorf("a forged record: %q", line)
		}
	}
}
