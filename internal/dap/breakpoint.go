package dap

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	protocol "github.com/google/go-dap"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
)

// A breakpointPlace is a node at which the run may stop: breakpoints are found by it, since lines
// are not known in the code.
type breakpointPlace struct {
	item *syntax.Item
	node syntax.NodeID
}

// A breakpoint is one that the client set and that has a place.
type breakpoint struct {
	protocol.SourceBreakpoint
	id    int
	place breakpointPlace
	hits  int
	every int // of the hit condition
	rule  string
}

// setBreakpoints replaces the breakpoints of a file.
func (d *session) setBreakpoints(a protocol.SetBreakpointsArguments) (any, error) {
	f := d.file(a.Source.Path)
	for _, other := range d.files {
		if a.Source.SourceReference != 0 && other.reference == a.Source.SourceReference {
			f = other
		}
	}
	body := protocol.SetBreakpointsResponseBody{Breakpoints: []protocol.Breakpoint{}}
	d.mu.Lock()
	defer d.mu.Unlock()
	var places []stopPlace
	if f != nil {
		d.clear(f)
		places = f.stopPlaces()
	}
	for _, asked := range a.Breakpoints {
		body.Breakpoints = append(body.Breakpoints, d.setBreakpoint(f, places, asked))
	}
	return body, nil
}

// clear takes out the breakpoints of a file; those at functions are nobody's.
func (d *session) clear(f *file) {
	for _, b := range d.ofFile[f] {
		d.breakpoints[b.place] = slices.DeleteFunc(slices.Clone(d.breakpoints[b.place]), func(c *breakpoint) bool { return b == c })
	}
	delete(d.ofFile, f)
}

// setBreakpoint sets one at the first place in its line, or in the lines below it, as clients expect: the
// response has the place that was taken.
func (d *session) setBreakpoint(f *file, places []stopPlace, asked protocol.SourceBreakpoint) protocol.Breakpoint {
	d.nextID++
	refused := protocol.Breakpoint{Id: d.nextID, Line: asked.Line, Message: "this file is not part of the program"}
	if f == nil {
		return refused
	}
	b := &breakpoint{SourceBreakpoint: asked, id: d.nextID}
	if refused.Message = b.invalid(); refused.Message != "" {
		return refused
	}
	line, column := asked.Line-d.client.lines, 0
	if asked.Column > 0 {
		column = asked.Column - d.client.columns
	}
	from := f.offset(line, column)
	for _, p := range places {
		if p.start < from {
			continue
		}
		return d.place(b, f, f, p)
	}
	refused.Message = "there is nothing to stop at from here on"
	return refused
}

// place sets a breakpoint of an owner at a place of a file.
func (d *session) place(b *breakpoint, owner, f *file, p stopPlace) protocol.Breakpoint {
	b.place = breakpointPlace{p.item, p.node}
	d.breakpoints[b.place] = append(d.breakpoints[b.place], b)
	d.ofFile[owner] = append(d.ofFile[owner], b)
	r := protocol.Breakpoint{Id: b.id, Verified: true, Source: f.described()}
	r.Line, r.Column, r.EndLine, r.EndColumn = d.shown(f, p.start, p.end)
	return r
}

// shown is a range as the client counts.
func (d *session) shown(f *file, start, end int) (line, column, endLine, endColumn int) {
	line, column = f.at(start)
	endLine, endColumn = f.at(end)
	l, c := d.client.lines, d.client.columns
	return line + l, column + c, endLine + l, endColumn + c
}

// hitCondition is `N`, `> N`, `>= N`, `== N` or `% N`.
var hitCondition = lazyregexp.New(`^\s*(>=|>|==|=|%)?\s*(\d{1,9})\s*$`)

// invalid is why the conditions of a breakpoint cannot be read, "" where they can. The
// names in a condition are known only where the program stops.
func (b *breakpoint) invalid() string {
	if strings.TrimSpace(b.Condition) != "" {
		if err := isExpression(b.Condition); err != nil {
			return "the condition cannot be read: " + err.Error()
		}
	}
	return b.readHits()
}

// readHits reads the hit condition, and returns why it cannot be read.
func (b *breakpoint) readHits() string {
	if strings.TrimSpace(b.HitCondition) == "" {
		return ""
	}
	m := hitCondition().FindStringSubmatch(b.HitCondition)
	if m == nil {
		return "a hit condition is a number, or one after >=, >, == or %"
	}
	b.rule = m[1]
	b.every, _ = strconv.Atoi(m[2])
	return ""
}

// holds reports whether the condition of a breakpoint holds; it does where there is none.
func (b *breakpoint) holds(d *session, s *interp.Stop) (bool, error) {
	if strings.TrimSpace(b.Condition) == "" {
		return true, nil
	}
	return d.holds(s, b.Condition)
}

// hit counts a breakpoint that was reached, and reports whether the run stops there.
func (b *breakpoint) hit(d *session, s *interp.Stop) bool {
	holds, err := b.holds(d, s)
	if err != nil {
		d.client.print("console", fmt.Sprintf("The condition `%s` cannot be evaluated, so the program stops: %s\n", b.Condition, err))
		return true
	}
	if !holds {
		return false
	}
	if b.hits++; !b.counts() {
		return false
	}
	if b.LogMessage != "" {
		d.client.print("console", d.logged(s, b.LogMessage)+"\n")
		return false
	}
	return true
}

// counts reports whether the hit condition holds at this hit; a number alone is one from which on
// the run stops.
func (b *breakpoint) counts() bool {
	if strings.TrimSpace(b.HitCondition) == "" {
		return true
	}
	switch b.rule {
	case ">":
		return b.hits > b.every
	case ">=", "":
		return b.hits >= b.every
	case "%":
		return b.every > 0 && b.hits%b.every == 0
	}
	return b.hits == b.every
}

// inBraces is an expression in the message of a logpoint.
var inBraces = lazyregexp.New(`\{([^{}]*)\}`)

// logged is a message with the values of the expressions in braces.
func (d *session) logged(s *interp.Stop, message string) string {
	return inBraces().ReplaceAllStringFunc(message, func(part string) string {
		v, err := d.evaluate(d.ctx, s.Frame(), part[1:len(part)-1])
		if err != nil {
			return "{" + err.Error() + "}"
		}
		return summary(v)
	})
}

// setFilters sets what the run stops at besides breakpoints: faults, and values of a shape.
func (d *session) setFilters(a protocol.SetExceptionBreakpointsArguments) (any, error) {
	onFault, shape := false, (*shapePattern)(nil)
	for _, name := range a.Filters {
		onFault = onFault || name == "fault"
	}
	for _, o := range a.FilterOptions {
		switch o.FilterId {
		case "fault":
			onFault = true
		case "shape":
			p, err := readShape(o.Condition)
			if err != nil {
				return nil, err
			}
			shape = p
		default:
			return nil, fmt.Errorf("there is no filter %.40q; there are `fault` and `shape`", o.FilterId)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.onFault, d.shape = onFault, shape
	return nil, nil
}

// A shapePattern is a shape of which some extents may be any.
type shapePattern struct {
	text    string
	extents []int // -1 for any
}

// readShape reads `(3, ?)`.
func readShape(text string) (*shapePattern, error) {
	p := &shapePattern{text: strings.TrimSpace(text)}
	inner, ok := strings.CutPrefix(p.text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !ok || !closed {
		return nil, fmt.Errorf("%.60q is no shape; one is written as (3, ?)", text)
	}
	for _, part := range strings.Split(strings.TrimSuffix(strings.TrimSpace(inner), ","), ",") {
		if part = strings.TrimSpace(part); part == "?" {
			p.extents = append(p.extents, -1)
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%.60q is no shape; one is written as (3, ?)", text)
		}
		p.extents = append(p.extents, n)
	}
	return p, nil
}

// fits reports whether a value is a tensor of such a shape.
func (p *shapePattern) fits(v interp.View) bool {
	if !v.IsSet() {
		return false
	}
	a, ok := v.Leaf().(*value.Array)
	if !ok || len(a.Shape) != len(p.extents) {
		return false
	}
	for i, n := range p.extents {
		if n >= 0 && a.Shape[i] != n {
			return false
		}
	}
	return true
}

// setFunctionBreakpoints replaces the breakpoints at definitions.
func (d *session) setFunctionBreakpoints(a protocol.SetFunctionBreakpointsArguments) (any, error) {
	body := protocol.SetFunctionBreakpointsResponseBody{Breakpoints: []protocol.Breakpoint{}}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clear(nil)
	for _, asked := range a.Breakpoints {
		body.Breakpoints = append(body.Breakpoints, d.setFunctionBreakpoint(asked))
	}
	return body, nil
}

// setFunctionBreakpoint sets one at the first place of a definition's body.
func (d *session) setFunctionBreakpoint(asked protocol.FunctionBreakpoint) protocol.Breakpoint {
	d.nextID++
	refused := protocol.Breakpoint{Id: d.nextID}
	b := &breakpoint{id: d.nextID, SourceBreakpoint: protocol.SourceBreakpoint{Condition: asked.Condition, HitCondition: asked.HitCondition}}
	if refused.Message = b.invalid(); refused.Message != "" {
		return refused
	}
	name := "@" + strings.TrimPrefix(strings.TrimSpace(asked.Name), "@")
	for _, f := range d.files {
		for _, p := range f.stopPlaces() {
			if declares(p.item, name) {
				return d.place(b, nil, f, p)
			}
		}
	}
	refused.Message = fmt.Sprintf("no definition of the program is named %.80q", name)
	return refused
}

// declares reports whether an item declares a name.
func declares(item *syntax.Item, name string) bool {
	n := item.Declared()
	return n != syntax.NoNode && item.SourceText(n) == name
}
