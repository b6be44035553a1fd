package lsp_test

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type costReply struct {
	Title              string
	Range              span
	Work, Span, Memory *struct {
		Growth, Exact string
		Why           []struct {
			location
			Message string
		}
	}
	Where   map[string]string
	Unknown *struct {
		Reason, URI string
		Range       *span
	}
	Measured *struct {
		Runs   int
		Ratio  *float64
		Reason *string
		SVG    *string
		Points []struct {
			Sizes map[string]int64
			Work  int64
			Bound *float64
		}
	}
}

// cost shows what calling the definition at a marker costs.
func (f *folder) cost(out io.Writer, of string) { f.showCost(out, f.here(of)) }

// measure measures it, too.
func (f *folder) measure(out io.Writer, of string) {
	args := f.here(of)
	args["measure"] = true
	f.showCost(out, args)
}

func (f *folder) showCost(out io.Writer, args map[string]any) {
	var c costReply
	if !f.execute(out, "fraccheck.costView", &c, args) {
		return
	}
	doc := args["uri"].(string)
	fmt.Fprintf(out, "%s of %s\n", c.Title, f.show(location{doc, c.Range}))
	for i, b := range []*struct {
		Growth, Exact string
		Why           []struct {
			location
			Message string
		}
	}{c.Work, c.Span, c.Memory} {
		if b == nil {
			continue
		}
		fmt.Fprintf(out, "  %s grows as %s: %s\n", []string{"work", "span", "memory"}[i], b.Growth, b.Exact)
		for _, why := range b.Why {
			fmt.Fprintf(out, "    %s at %s\n", why.Message, f.show(why.location))
		}
	}
	var sizes []string
	for name, meaning := range c.Where {
		sizes = append(sizes, name+" is "+meaning)
	}
	slices.Sort(sizes)
	fmt.Fprintln(out, "  where "+strings.Join(sizes, ", "))
	if u := c.Unknown; u != nil {
		fmt.Fprintf(out, "  unknown: %s\n", u.Reason)
		if u.Range != nil {
			fmt.Fprintf(out, "    at %s\n", f.show(location{u.URI, *u.Range}))
		}
	}
	if m := c.Measured; m != nil {
		drawn := m.SVG != nil && strings.Contains(*m.SVG, "class=\"fraccheck-chart-auto\"") && !regexp.MustCompile(`(fill|stroke):#`).MatchString((*m.SVG)[strings.Index(*m.SVG, "</style>"):])
		fmt.Fprintf(out, "  measured: runs %t, plot %t\n", m.Runs > 0, drawn)
		if m.Runs != len(m.Points) || m.Ratio != nil && *m.Ratio > 1 {
			f.t.Errorf("measured: %+v", m)
		}
		if m.Reason != nil {
			fmt.Fprintf(out, "    %s\n", *m.Reason)
		}
	}
}

// TestNothingIsMeasuredWithoutTrust holds that no program runs in a workspace that is not trusted.
func TestNothingIsMeasuredWithoutTrust(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, "def @f(%x: int32) { %x }\n")
	m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.costView", "arguments": []any{map[string]any{"uri": "untitled:a", "position": position{0, 5}, "measure": true}}})
	if m.Error == nil || m.Error.Code != -32803 || !strings.Contains(m.Error.Message, "not trusted") {
		t.Errorf("it gives %s %+v", m.Result, m.Error)
	}
}
