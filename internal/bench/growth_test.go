package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// TestGrowthSVG checks that the picture is valid XML, and that it has a line for each series at the
// right place in its chart.
func TestGrowthSVG(t *testing.T) {
	text := growthSVG([]series{
		{"one", "agents", "ns/agent", []point{{1, 200, 0}, {1000, 20, 0}}},
		{"two", "nodes", "ns/node", []point{{10, 5, 0}, {100, 50, 0}}},
		{"three", "agents", "ns/agent", []point{{10, 100, 0}}},
	})
	d := xml.NewDecoder(strings.NewReader(text))
	lines := map[string]string{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "polyline" {
			a := map[string]string{}
			for _, attr := range e.Attr {
				a[attr.Name.Local] = attr.Value
			}
			lines[a["stroke"]] = strings.TrimSpace(a["points"])
		}
	}
	// The values 20 to 200 lie on an axis from 10 to 1,000. The values 5 to 50 lie on an axis from 1
	// to 100.
	for i, want := range []string{"60.0,123.9 420.0,243.9", "500.0,196.1 860.0,76.1", "180.0,160.0"} {
		if got := lines[growthColors[i]]; got != want {
			t.Errorf("line %d is %s, want %s", i+1, got, want)
		}
	}
	for _, want := range []string{">1000<", ">10.0 ns<", ">two, ns/node<"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}
