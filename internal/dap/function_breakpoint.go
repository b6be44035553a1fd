package dap

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	protocol "github.com/google/go-dap"
)

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
	if refused.Message = b.mistake(); refused.Message != "" {
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

func declares(item *syntax.Item, name string) bool {
	n := item.Declared()
	return n != syntax.NoNode && item.SourceText(n) == name
}
