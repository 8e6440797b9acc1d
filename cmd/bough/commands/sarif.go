package commands

import (
	"encoding/json"
	"io"
	"net/url"
	"slices"

	"github.com/bough-dev/bough"
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// sarifLog is a log in the format SARIF 2.1.0, which code review pages and editors show:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string     `json:"id"`
	Short sarifText  `json:"shortDescription"`
	Full  *sarifText `json:"fullDescription,omitempty"`
	Help  *sarifText `json:"help,omitempty"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations,omitempty"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	Line    int        `json:"startLine"`
	Col     int        `json:"startColumn,omitempty"`
	Snippet *sarifText `json:"snippet,omitempty"`
}

type sarifSuppression struct {
	Kind string `json:"kind"`
}

// writeSARIF prints findings, and the warnings that comments allow, as a SARIF log.
func writeSARIF(w io.Writer, found, allowed diag.List) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "bough", Version: bough.Version, Rules: []sarifRule{}}
	for _, d := range found {
		run.add(d)
	}
	for _, d := range allowed {
		run.add(d).Suppressions = []sarifSuppression{{Kind: "inSource"}}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// add adds a finding, and the rule of its code.
func (r *sarifRun) add(d diag.Diagnostic) *sarifResult {
	rules := &r.Tool.Driver.Rules
	i := slices.IndexFunc(*rules, func(rule sarifRule) bool { return rule.ID == d.Code })
	if i < 0 {
		i = len(*rules)
		*rules = append(*rules, ruleOf(d.Code))
	}
	text := d.Message
	if d.Hint != "" {
		text += ": " + d.Hint
	}
	out := sarifResult{RuleID: d.Code, RuleIndex: i, Level: d.Severity.String(), Message: sarifText{text}}
	if d.Pos.File != "" {
		at := sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: d.Pos.File}).String()}}
		if d.Pos.Line > 0 {
			at.Region = &sarifRegion{Line: d.Pos.Line, Col: d.Pos.Col}
			if d.Source != "" {
				at.Region.Snippet = &sarifText{d.Source}
			}
		}
		out.Locations = []sarifLocation{{at}}
	}
	r.Results = append(r.Results, out)
	return &r.Results[len(r.Results)-1]
}

// ruleOf describes a code by its entry in the catalog.
func ruleOf(code string) sarifRule {
	rule := sarifRule{ID: code, Short: sarifText{code}}
	for _, e := range message.Entries() {
		if e.Code != code {
			continue
		}
		rule.Short.Text = e.Text
		if e.Why != "" {
			rule.Full = &sarifText{e.Why}
		}
		if e.Hint != "" {
			rule.Help = &sarifText{e.Hint}
		}
	}
	return rule
}
