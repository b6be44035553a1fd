package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/workspace"
)

type costCommand struct {
	input
	Metric string `enum:"ops,tick" default:"ops" help:"What is counted: ops (scalar operations, calls, constructors, projections and branches, one each) or tick (calls of definitions)."`
	Format string `enum:"text,json" default:"text" help:"How costs are written: text or json."`
}

// A jsonCost is a definition's line in the report. Null is what is not known.
type jsonCost struct {
	File    string            `json:"file"`
	Name    string            `json:"name"`
	Range   jsonRange         `json:"range"`
	Work    *jsonBound        `json:"work"`
	Span    *jsonBound        `json:"span"`
	Memory  *jsonBound        `json:"memory"`
	Where   map[string]string `json:"where"`
	Unknown *jsonUnknown      `json:"unknown"`
}

type jsonBound struct {
	Theta  string         `json:"theta"`
	Exact  string         `json:"exact"`
	Degree map[string]int `json:"degree"`
	Value  *int64         `json:"value"`
	Tight  *bool          `json:"tight"`
}

type jsonUnknown struct {
	Reason string     `json:"reason"`
	Range  *jsonRange `json:"range"`
}

func (c *costCommand) Run(env *environment) error {
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	metric := map[string]complexity.Metric{"ops": complexity.Work, "tick": complexity.Tick}[c.Metric]
	costs := []workspace.Cost{}
	for _, path := range paths {
		found, err := snapshot.Costs(path)
		if err != nil {
			return err
		}
		costs = append(costs, found...)
	}
	if c.Format == "json" {
		return writeCosts(env, costs, metric)
	}
	for _, cost := range costs {
		fmt.Fprintf(env.stdout, "%s : %s\n", cost.Name, costText(cost, metric))
	}
	return nil
}

// costText is a bound in its order of growth and exactly, or why there is none.
func costText(c workspace.Cost, m complexity.Metric) string {
	if text := c.Text(m); text != "" {
		return fmt.Sprintf("O(%s), at most %s", c.Theta(m), text)
	}
	text := "unknown: " + c.Loss.String()
	if c.Why != nil {
		place := placeJSON(*c.Why)
		text += fmt.Sprintf(" (%s:%d:%d)", place.File, place.Range.Start.Line, place.Range.Start.Column)
	}
	return text
}

func writeCosts(env *environment, costs []workspace.Cost, m complexity.Metric) error {
	out := []jsonCost{}
	for _, c := range costs {
		place := placeJSON(c.Place)
		line := jsonCost{File: place.File, Name: c.Name, Range: place.Range, Where: c.Where()}
		if text := c.Text(m); text != "" {
			line.Work = &jsonBound{Theta: c.Theta(m), Exact: text, Degree: c.Degrees(m)}
			line.Work.Value = c.Number(m)
		} else {
			line.Unknown = &jsonUnknown{Reason: c.Loss.String()}
			if c.Why != nil {
				why := placeJSON(*c.Why)
				line.Unknown.Range = &why.Range
			}
		}
		out = append(out, line)
	}
	return encode(env.stdout, map[string]any{"definitions": out})
}
