package dap

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	protocol "github.com/google/go-dap"
)

const stepped = `def @f(%x: int32) -> int32 {
  let %y = %x + 1;
  let %z = @g(%y);
  %z + 1
}
def @g(%n: int32) -> int32 {
  let %m = %n * 2;
  12 / %m
}
@f(1)
@f(2)
@f(-1)
`

// where is the line at which the program waits, and what is known there.
func (c *client) where() string {
	f := c.frames()[0]
	var known []string
	scopes := c.done("scopes", map[string]any{"frameId": f.Id}).(*protocol.ScopesResponse).Body.Scopes
	for _, v := range c.variables(scopes[0].VariablesReference) {
		if v.Value != "not evaluated yet" {
			known = append(known, v.Name+"="+v.Value)
		}
	}
	slices.Sort(known)
	return fmt.Sprintf("%d %s", f.Line, strings.Join(known, " "))
}

// step does one and holds that it stops for a reason at a place.
func (c *client) step(command, reason, where string) {
	c.t.Helper()
	c.done(command, map[string]any{"threadId": 1})
	if why := c.stopped(); why != reason {
		c.t.Fatalf("%s: stopped for %q, want %q: %s", command, why, reason, c.text)
	}
	if got := c.where(); got != where {
		c.t.Fatalf("%s leads to %q, want %q", command, got, where)
	}
}

// Back steps lead over statements to those before, into callers, from one expression to the one
// before, and from a fault to what led there; what was printed is not printed again.
func TestStepBack(t *testing.T) {
	c := launch(t, stepped, map[string]any{})
	c.done("configurationDone", nil)
	c.stopped()
	c.step("stepIn", "step", "2 %x=1")
	c.step("next", "step", "3 %x=1 %y=2")
	c.step("next", "step", "4 %x=1 %y=2 %z=3")
	c.step("stepBack", "step", "3 %x=1 %y=2") // over the call
	c.step("stepIn", "step", "7 %n=2")
	c.step("next", "step", "8 %m=4 %n=2")
	c.step("stepBack", "step", "7 %n=2")
	c.step("stepBack", "step", "3 %x=1 %y=2") // in the caller
	c.step("stepBack", "step", "2 %x=1")
	c.step("stepBack", "step", "10 ")
	c.step("stepBack", "entry", "10 ") // there is nothing before
	set := c.setLines(c.path(), map[string]any{"line": 8, "condition": "%m != 6"})
	if !set[0].Verified {
		t.Fatalf("set %+v", set)
	}
	c.step("continue", "breakpoint", "8 %m=4 %n=2")
	c.step("continue", "breakpoint", "8 %m=0 %n=0")
	c.step("continue", "exception", "8 %m=0 %n=0")
	c.step("stepBack", "step", "8 %m=0 %n=0")
	c.step("stepBack", "step", "7 %n=0")
	c.step("reverseContinue", "breakpoint", "8 %m=4 %n=2")
	c.step("reverseContinue", "entry", "10 ")
	c.setLines(c.path())
	c.done("setExceptionBreakpoints", map[string]any{"filters": []string{}})
	c.done("continue", map[string]any{"threadId": 1})
	if why := c.stopped(); why != "" || !strings.HasPrefix(c.text, "4\n3\ndivision by zero: 12 / 0") {
		t.Errorf("stopped for %q, %q", why, c.text)
	}
}

// A replay that takes long can be paused and ended.
func TestReplayIsPaused(t *testing.T) {
	c := launch(t, "def @long(%n: int32) -> int32 { if (%n == 0) { 0 } else { @long(%n - 1) } }\n@long(300000) + 1 / 0\n", map[string]any{"stopOnEntry": false})
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "exception" {
		t.Fatalf("stopped for %q", why)
	}
	c.done("stepBack", map[string]any{"threadId": 1})
	c.done("pause", map[string]any{"threadId": 1})
	if why := c.stopped(); why != "pause" && why != "step" {
		t.Errorf("stopped for %q", why)
	}
	c.done("stepBack", map[string]any{"threadId": 1})
	c.done("terminate", nil)
	for c.stopped() != "" {
	}
}

// A step leads into the function of a map for an element, from the call and from another element;
// where there is no such element, it is a step over.
func TestStepIntoElement(t *testing.T) {
	text := "def @f(%xs: FractalTensor[int32]) -> FractalTensor[int32] {\n  let %a = map(fn(%x) {\n    %x * %x\n  }, %xs);\n  let %b = map(fn(%x) { %x + 1 }, %a);\n  %b\n}\n@f([1, 2, 3, 4])\n"
	c := launch(t, text, map[string]any{})
	c.done("configurationDone", nil)
	c.stopped()
	c.step("stepIn", "step", "2 %xs=[1, 2, 3, 4]")
	into := func(element int, where string) {
		t.Helper()
		c.done("stepIntoElement", map[string]any{"element": element})
		if why := c.stopped(); why != "step" || c.where() != where {
			t.Errorf("element %d: stopped for %q at %q, want %q", element, why, c.where(), where)
		}
	}
	into(2, "3 %x=3")
	if name := c.frames()[0].Name; !strings.HasSuffix(name, ", element 2") {
		t.Errorf("the frame is %q", name)
	}
	into(3, "3 %x=4")
	c.step("stepBack", "step", "3 %x=3")
	c.step("stepOut", "step", "2 %xs=[1, 2, 3, 4]")
	c.step("next", "step", "5 %a=[1, 4, 9, 16] %xs=[1, 2, 3, 4]")
	into(7, "6 %a=[1, 4, 9, 16] %b=[2, 5, 10, 17] %xs=[1, 2, 3, 4]")
	for _, wrong := range []any{nil, map[string]any{}, map[string]any{"element": -1}} {
		if r := c.ask("stepIntoElement", wrong).GetResponse(); r.Success {
			t.Errorf("%v is accepted", wrong)
		}
	}
}

// A value of a variable is shown as a whole, part by part, and stays while the program goes on.
func TestValueOfAVariable(t *testing.T) {
	text := "def @f(%t: Tensor[(200, 300), float32]) -> Tensor[(200, 300), float32] {\n  let %u = %t * 2f;\n  %u\n}\n@f(ones(shape=(200, 300), dtype=\"float32\"))\n"
	c := launch(t, text, map[string]any{})
	c.done("configurationDone", nil)
	c.stopped()
	c.done("stepIn", map[string]any{"threadId": 1})
	c.stopped()
	scope := c.done("scopes", map[string]any{"frameId": 1}).(*protocol.ScopesResponse).Body.Scopes[0]
	reference := 0
	for _, v := range c.variables(scope.VariablesReference) {
		if v.Name == "%t" {
			reference = v.VariablesReference
		}
	}
	shown := c.done("value", map[string]any{"variablesReference": reference}).(*ownResponse).Body
	if shown.Type != "Tensor[(200, 300), float32]" || shown.Node == nil || shown.Node.Kind != "tensor" || *shown.Node.Stats.Mean != "1" {
		t.Errorf("shown is %+v %+v", shown, shown.Node)
	}
	c.done("next", map[string]any{"threadId": 1})
	c.stopped()
	part := c.done("valuePart", map[string]any{"handle": shown.Handle, "path": []int{}, "offset": []int{199, 298}, "raster": []int{2, 2}}).(*ownResponse).Body
	if w := part.Node.Window; w.Rows != 1 || w.Columns != 2 || w.Cells[0][1] != "1.0" || len(part.Node.Raster.Pixels) != 4 {
		t.Errorf("the part is %+v", w)
	}
	for command, wrong := range map[string]any{"value": map[string]any{"variablesReference": reference}, "valuePart": map[string]any{"handle": "gone"}} {
		if r := c.ask(command, wrong).GetResponse(); r.Success || !strings.Contains(r.Message, " ") {
			t.Errorf("%s is answered: %+v", command, r)
		}
	}
}
