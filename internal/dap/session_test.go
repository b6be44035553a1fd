package dap

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	protocol "github.com/google/go-dap"
)

// Stepping into the elements of each parallel function names the element in the frame.
func TestElements(t *testing.T) {
	for expression, want := range map[string][]int{
		"map(fn(%e: int32) { %e + 1 }, [1, 2, 3])":                             {0, 1, 2},
		"reduce(fn(%a: int32, %e: int32) { %a + %e }, [1, 2, 3])":              {1, 2},
		"foldl(fn(%a: int32, %e: int32) { %a + %e }, [1, 2, 3], 0)":            {0, 1, 2},
		"scanl(fn(%a: int32, %e: int32) { %a + %e }, [1, 2, 3], 0)":            {0, 1, 2},
		"foldr(fn(%e: int32, %a: int32) { %a + %e }, [1, 2, 3], 0)":            {2, 1, 0},
		"map(fn(%row) { foldl(fn(%a, %e) { %a + %e }, %row, 0) }, [[1], [2]])": {0, 0, 1, 0},
	} {
		c := launch(t, program, map[string]any{"expression": expression})
		c.done("configurationDone", nil)
		var elements []int
		for last := ""; c.stopped() != ""; c.done("stepIn", map[string]any{"threadId": 1}) {
			frames := c.frames()
			name := frames[0].Name
			at := fmt.Sprint(name, len(frames))
			if _, number, ok := strings.Cut(name, ", element "); ok && at != last {
				n := 0
				fmt.Sscan(number, &n)
				elements = append(elements, n)
			}
			last = at
		}
		if !slices.Equal(elements, want) {
			t.Errorf("%s: the elements %v, want %v", expression, elements, want)
		}
	}
}

// A program of two files has breakpoints, places and expressions in both; columns count
// as UTF-16 does, and from where the client wants.
func TestImportedFile(t *testing.T) {
	dir := t.TempDir()
	library := "def @hidden(%x: int32) -> int32 { %x * 100 }\n/* 🦊 */ def @twice(%x: int32) -> int32 { %x * 2 }\n"
	for name, text := range map[string]string{"lib.frac": library, "main.frac": "import \"lib.frac\"\n/* 🦊🦊 */ @twice(21)\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, first := range []int{0, 1} {
		c := connect(t)
		c.done("initialize", map[string]any{"linesStartAt1": first == 1, "columnsStartAt1": first == 1})
		c.done("launch", map[string]any{"program": filepath.Join(dir, "main.frac"), "stopOnEntry": false})
		set := c.setLines(filepath.Join(dir, "lib.frac"), map[string]any{"line": 1 + first})
		column := strings.Index(library, "%x * 2") - strings.Index(library, "/* 🦊") - 2 + first // the fox has four bytes, and two units
		if !set[0].Verified || set[0].Line != 1+first || set[0].Column != column {
			t.Errorf("set %+v, want the column %d", set, column)
		}
		c.done("configurationDone", nil)
		if why := c.stopped(); why != "breakpoint" {
			t.Fatalf("stopped for %q", why)
		}
		frames := c.frames()
		if f := frames[0]; f.Name != "@twice" || f.Source.Name != "lib.frac" || f.Line != 1+first || f.Column != column {
			t.Errorf("the frame is %+v", f)
		}
		if f := frames[1]; f.Source.Name != "main.frac" || f.Line != 1+first || f.Column != 11+first {
			t.Errorf("its caller is %+v", f)
		}
		if got := c.value("@hidden(%x)"); got != "2100" {
			t.Errorf("the library's own definition gives %s", got)
		}
		c.done("continue", map[string]any{"threadId": 1})
		if why := c.stopped(); why != "" || c.text != "42\n" {
			t.Errorf("stopped for %q, %q", why, c.text)
		}
	}
}

// A million open calls are shown in pages.
func TestDeepStack(t *testing.T) {
	c := launch(t, program, map[string]any{"stopOnEntry": false, "definition": "@count", "args": []string{"1000000"}})
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "exception" {
		t.Fatalf("stopped for %q", why)
	}
	for _, from := range []int{0, 500_000, 999_999, 1_000_001, 2_000_000} {
		r := c.done("stackTrace", map[string]any{"threadId": 1, "startFrame": from}).(*protocol.StackTraceResponse)
		if r.Body.TotalFrames != 1_000_002 || len(r.Body.StackFrames) != max(0, min(mostFrames, 1_000_002-from)) {
			t.Errorf("%d frames of %d from %d on", len(r.Body.StackFrames), r.Body.TotalFrames, from)
		}
	}
	if r := c.done("evaluate", map[string]any{"expression": "%n", "frameId": 1_000_001}).(*protocol.EvaluateResponse); r.Body.Result != "1000000" {
		t.Errorf("the outermost call has %s", r.Body.Result)
	}
	c.done("continue", map[string]any{"threadId": 1})
	if why := c.stopped(); why != "" || !strings.HasPrefix(c.text, "division by zero") {
		t.Errorf("stopped for %q, %.200q", why, c.text)
	}
}

const growing = "data L { N, C(L, int32) }\ndef @grow(%l: L, %n: int32) -> L { @grow(C(%l, %n), %n + 1) }\n@grow(N, 0)\n"

const endless = "def @for_ever(%n: int32) -> int32 { @for_ever(%n + 1) }\n@for_ever(0)\n"

// A run that does not end by itself is ended in each way.
func TestEndlessRun(t *testing.T) {
	for name, end := range map[string]func(c *client){
		"terminate": func(c *client) { c.done("terminate", nil) },
		"paused": func(c *client) {
			c.done("pause", map[string]any{"threadId": 1})
			if why := c.stopped(); why != "pause" {
				t.Errorf("stopped for %q", why)
			}
			c.done("terminate", nil)
			c.ask("stackTrace", map[string]any{"threadId": 1}) // whatever comes, it is an answer
		},
	} {
		c := launch(t, endless, map[string]any{"stopOnEntry": false})
		c.done("configurationDone", nil)
		end(c)
		if why := c.stopped(); why != "" {
			t.Errorf("%s: stopped for %q", name, why)
		}
		c.done("disconnect", nil)
	}
	c := launch(t, endless, map[string]any{"stopOnEntry": false})
	c.done("configurationDone", nil)
	c.done("disconnect", nil)
	for range c.in { // until the connection ends
	}
}

// Limits end a run with a sentence that names them.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		text, argument string
		limit          any
	}{{endless, "maxSteps", 1000}, {endless, "timeout", "50ms"}, {growing, "maxMemory", 10 << 20}} {
		c := launch(t, test.text, map[string]any{"stopOnEntry": false, test.argument: test.limit})
		c.done("setExceptionBreakpoints", map[string]any{"filters": []string{}})
		c.done("configurationDone", nil)
		if why := c.stopped(); why != "" || !strings.Contains(c.text, "`"+test.argument+"`") {
			t.Errorf("%s: stopped for %q, %q", test.argument, why, c.text)
		}
	}
}

// An evaluation is cancelled while it runs, and others before they begin.
func TestCancel(t *testing.T) {
	c := launch(t, endless+program, map[string]any{"position": map[string]any{"line": 1, "character": 0}})
	c.done("configurationDone", nil)
	c.stopped()
	send := func(command string, arguments any) int {
		c.seq++
		c.send(command, arguments)
		return c.seq
	}
	first := send("evaluate", map[string]any{"expression": "@for_ever(0)"})
	second := send("evaluate", map[string]any{"expression": "@for_ever(1)"})
	send("cancel", map[string]any{"requestId": second})
	send("cancel", map[string]any{"requestId": first})
	for range 4 {
		r := c.response().GetResponse()
		if evaluated := r.Command == "evaluate"; evaluated == r.Success || evaluated && r.Message != "cancelled" {
			t.Errorf("%+v", r)
		}
	}
	if got := c.value("1 + 1"); got != "2" {
		t.Errorf("then 1 + 1 is %s", got)
	}
	send("evaluate", map[string]any{"expression": "@for_ever(0)"})
	c.done("terminate", nil)
}

// Breakpoints at functions stop in their bodies, and are set apart from those in lines.
func TestFunctionBreakpoints(t *testing.T) {
	c := launch(t, program, map[string]any{"stopOnEntry": false})
	r := c.done("setFunctionBreakpoints", map[string]any{"breakpoints": []map[string]any{{"name": "double", "condition": "%x == 2"}, {"name": "@nothing"}, {"name": "@double", "hitCondition": "often"}}}).(*protocol.SetFunctionBreakpointsResponse)
	for i, b := range r.Body.Breakpoints {
		if b.Verified != (i == 0) || !b.Verified && b.Message == "" {
			t.Errorf("%+v", b)
		}
	}
	c.setLines(c.path(), map[string]any{"line": 2})
	c.setLines(c.path())
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "breakpoint" || c.value("%x") != "2" {
		t.Errorf("stopped for %q with %s", why, c.value("%x"))
	}
	c.done("setFunctionBreakpoints", map[string]any{"breakpoints": nil})
	c.done("continue", map[string]any{"threadId": 1})
	if why := c.stopped(); why != "" {
		t.Errorf("stopped for %q", why)
	}
}

// Expressions and conditions name locals as programs do: with or without `%`, and by the
// names of importers.
func TestNamesOfLocals(t *testing.T) {
	c := launch(t, "def @f(x: int32, %enc.0.bias: int32) -> int32 {\n  let y = x * 2;\n  %0 = y + 1;\n  %0 * x + %enc.0.bias\n}\nmap(fn(%e) { @f(%e, 4) }, [1, 2, 3])\n", map[string]any{"stopOnEntry": false})
	set := c.setLines(c.path(), map[string]any{"line": 4, "condition": "x == 2 && %enc.0.bias > 3"}, map[string]any{"line": 4, "condition": "x >"})
	if !set[0].Verified || set[1].Verified || !strings.Contains(set[1].Message, "`x >` is no expression: ") {
		t.Errorf("set %+v", set)
	}
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "breakpoint" {
		t.Fatalf("stopped for %q", why)
	}
	for expression, want := range map[string]string{"x": "2", "%x": "2", "x + y": "6", "%enc.0.bias + 1": "5", "enc.0.bias": "4", "x + 0": "2", "@f(x, 0)": "10", "let x = 7; x": "7"} {
		if got := c.value(expression); got != want {
			t.Errorf("%s is %s, want %s", expression, got, want)
		}
	}
}

// Code is shown on one line: without comments, and without blanks within brackets.
func TestShortCode(t *testing.T) {
	for text, want := range map[string]string{
		"@loop(\n)":                         "@loop()",
		"@f(\n  %x, # a note\n  [ 1,2 ]\n)": "@f(%x, [1,2])",
		"\"( a  )\" + %x":                   "\"( a )\" + %x",
		"@f(1,\n  2) *\n  3":                "@f(1, 2) * 3",
		"":                                  "",
		"aaaaaaaaaaaaaaaaaaaaaaa":           "aaaaaaaaaaa…",
	} {
		if got := shortCode(text, 12); got != want && !(len(want) > 12 && got == string([]rune(want)[:11])+"…") {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// A refusal says where the program has its error, and which argument is of another kind.
func TestLaunchMessages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte("1\n1 + 2.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	c.done("initialize", map[string]any{})
	for _, test := range []struct {
		arguments map[string]any
		want      string
	}{
		{map[string]any{"program": path}, "the program has an error: p.frac:2:1: `add` needs"},
		{map[string]any{"program": path + "x"}, "cannot be read"},
		{map[string]any{"program": path, "args": "1"}, "`args` is a list, and not what was sent, a JSON string"},
		{map[string]any{"program": path, "stopOnEntry": "yes"}, "`stopOnEntry` is true or false"},
	} {
		if r := c.ask("launch", test.arguments).GetResponse(); r.Success || !strings.Contains(r.Message, test.want) {
			t.Errorf("%v: %q, want %q", test.arguments, r.Message, test.want)
		}
	}
}

const faulty = `def @bad(%x: int32) -> int32 { %x + true }
def @ok(%x: int32) -> int32 { if (%x > 3) { @bad(%x) } else { %x + 1 } }
def @seven() { @ok(2) + 4 }
/* 🦊 */ @ok(true)
@ok(1)
@ok(7)  # evaluates to 8
data T { A }
`

// An error refuses what it is in, with a link to it, and no other run.
func TestLaunchOfFaulty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.frac")
	if err := os.WriteFile(path, []byte(faulty), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	c.done("initialize", map[string]any{})
	at := func(line, column int) map[string]any { return map[string]any{"line": line, "character": column} }
	for _, test := range []struct {
		arguments map[string]any
		want      string
		from      string // the link's range
	}{
		{map[string]any{}, "the program has an error: p.frac:1:35: ", `"line":0,"character":34`},
		{map[string]any{"position": at(3, 12)}, "this expression has an error: p.frac:4:14: argument 1 of `@ok`", `"line":3,"character":13`},
		{map[string]any{"definition": "@bad", "args": []string{"1"}}, "`@bad` has an error: p.frac:1:35: ", `"line":0,"character":34`},
		{map[string]any{"expression": "@ok(true)"}, "cannot be run", ""},
		{map[string]any{"position": at(1, 20)}, "`@ok` has parameters: step through a call of it", ""},
		{map[string]any{"position": at(6, 2)}, "only expressions and definitions can be stepped through", ""},
		{map[string]any{"position": at(99, 0)}, "there is no expression at this position", ""},
	} {
		test.arguments["program"], test.arguments["revealCommand"] = path, "editor.show"
		r, failed := c.ask("launch", test.arguments).(*protocol.ErrorResponse)
		if !failed || !strings.Contains(r.Message, test.want) {
			t.Fatalf("%v: %+v, want %q", test.arguments, r, test.want)
		}
		link, err := url.QueryUnescape(r.Body.Error.Url)
		if err != nil || (test.from != "") != (r.Body.Error.UrlLabel == "Go to the Error") {
			t.Errorf("%v: the link is %q", test.arguments, r.Body.Error.Url)
		}
		if test.from != "" && (!strings.HasPrefix(link, `command:editor.show?["file:///`) || !strings.Contains(link, `/p.frac",`) || !strings.Contains(link, `"start":{`+test.from)) {
			t.Errorf("%v: the link is %q", test.arguments, link)
		}
	}
}

// What does not come to a definition with an error runs to its end, and what does stops there.
func TestRunNextToAnError(t *testing.T) {
	for _, test := range []struct {
		arguments map[string]any
		text      string
	}{
		{map[string]any{"position": map[string]any{"line": 4, "character": 0}}, "2\n"},
		{map[string]any{"position": map[string]any{"line": 2, "character": 5}}, "7\n"},
		{map[string]any{"definition": "@ok", "args": []string{"2"}}, "3\n"},
		{map[string]any{"expression": "@ok(3)"}, "4\n"},
	} {
		test.arguments["stopOnEntry"] = false
		c := launch(t, faulty, test.arguments)
		c.done("configurationDone", nil)
		if why := c.stopped(); why != "" || c.text != test.text {
			t.Errorf("%v: stopped for %q, %q", test.arguments, why, c.text)
		}
	}
	c := launch(t, faulty, map[string]any{"stopOnEntry": false, "position": map[string]any{"line": 5, "character": 20}})
	c.done("configurationDone", nil)
	if why := c.stopped(); why != "exception" {
		t.Fatalf("stopped for %q, %q", why, c.text)
	}
	info := c.done("exceptionInfo", map[string]any{"threadId": 1}).(*protocol.ExceptionInfoResponse).Body
	if f := c.frames()[0]; f.Name != "@bad" || f.Line != 1 || !strings.Contains(info.Description, "has an error") {
		t.Errorf("stopped at %+v for %+v", f, info)
	}
}

// Each request with arguments that are wrong is refused with a sentence, and the
// connection goes on.
func TestWrongArguments(t *testing.T) {
	c := launch(t, program, map[string]any{})
	c.done("configurationDone", nil)
	c.stopped()
	for command := range handlers {
		if command == "disconnect" || command == "cancel" {
			continue
		}
		for _, arguments := range []any{[]int{1}, "text", 7} {
			if r := c.ask(command, arguments).GetResponse(); r.Success || !strings.Contains(r.Message, " ") {
				t.Errorf("%s with %v: %+v", command, arguments, r)
			}
		}
	}
	for _, test := range []struct {
		command   string
		arguments map[string]any
	}{
		{"launch", map[string]any{"program": c.path()}},
		{"configurationDone", nil}, {"exceptionInfo", nil}, {"evaluate", nil},
		{"evaluate", map[string]any{"expression": "1 +"}}, {"evaluate", map[string]any{"expression": "1", "frameId": 99}},
		{"evaluate", map[string]any{"expression": "%nowhere"}}, {"evaluate", map[string]any{"expression": "1 } def @y() { 2"}},
		{"scopes", map[string]any{"frameId": -1}}, {"variables", nil}, {"variables", map[string]any{"variablesReference": 1 << 40}},
		{"source", nil}, {"source", map[string]any{"sourceReference": 99}},
		{"setExceptionBreakpoints", map[string]any{"filterOptions": []map[string]any{{"filterId": "shape", "condition": "3 by 4"}}}},
		{"setExceptionBreakpoints", map[string]any{"filterOptions": []map[string]any{{"filterId": "hue"}}}},
	} {
		if r := c.ask(test.command, test.arguments).GetResponse(); r.Success || !strings.Contains(r.Message, " ") {
			t.Errorf("%s with %v: %+v", test.command, test.arguments, r)
		}
	}
	if got := c.value("2 + 3 // five"); got != "5" {
		t.Errorf("then 2 + 3 is %s", got)
	}
}

// A launch that cannot be done is refused with a sentence, and another may follow.
func TestWrongLaunch(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "p.frac")
	if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	c := connect(t)
	c.done("initialize", map[string]any{})
	for _, arguments := range []map[string]any{
		{}, {"program": dir}, {"program": path + "x"}, {"program": path, "definition": "@missing"}, {"program": path, "definition": "no name"},
		{"program": path, "definition": "@double"}, {"program": path, "definition": "@double", "args": []string{"1, 2"}},
		{"program": path, "definition": "@double", "args": []string{"true"}}, {"program": path, "expression": "1 +"},
		{"program": path, "position": map[string]any{"line": 99}}, {"program": path, "position": map[string]any{"line": -1}},
		{"program": path, "timeout": "soon"}, {"program": path, "timeout": "-1s"}, {"program": path, "maxSteps": -1},
	} {
		if r := c.ask("launch", arguments).GetResponse(); r.Success || !strings.Contains(r.Message, " ") {
			t.Errorf("%v: %+v", arguments, r)
		}
	}
	c.done("launch", map[string]any{"program": path, "definition": "@double", "args": []string{"1 // one"}})
}

// What the client asks for too late fails without a message to the user.
func TestQuietFailures(t *testing.T) {
	c := launch(t, program, map[string]any{"definition": "@count", "args": []string{"3"}})
	c.done("configurationDone", nil)
	c.stopped()
	for _, test := range []struct {
		command   string
		arguments map[string]any
		shown     bool
	}{
		{"variables", map[string]any{"variablesReference": 99}, false},
		{"scopes", map[string]any{"frameId": 99}, false},
		{"evaluate", map[string]any{"expression": "%nothing", "frameId": 1}, false},
		{"launch", map[string]any{"program": "other.frac"}, true},
	} {
		r, failed := c.ask(test.command, test.arguments).(*protocol.ErrorResponse)
		if !failed || r.Body.Error == nil || r.Body.Error.ShowUser != test.shown {
			t.Errorf("%s: %+v, want it shown: %t", test.command, r, test.shown)
		}
	}
}
