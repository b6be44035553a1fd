package params_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/lsp/params"
)

// TestCheck names what is wrong by its path.
func TestCheck(t *testing.T) {
	const hover, change = "textDocument/hover", "textDocument/didChange"
	at := func(position string) string { return `{"textDocument":{"uri":"a:b"},"position":` + position + `}` }
	edit := func(change string) string {
		return `{"textDocument":{"uri":"a:b","version":1},"contentChanges":[{"text":""},` + change + `]}`
	}
	const natural = " is to be a whole number from 0 to 2147483647, and is "
	for _, c := range []struct{ method, text, want string }{
		{hover, at(`{"line":0,"character":2147483647}`), ""},
		{hover, at(`{"line":0,"character":1,"line":2,"more":[{}]}`), ""},
		{hover, `{"workDoneToken":null,"position":{"character":0,"line":1},"textDocument":{"uri":""}}`, ""},
		{hover, `{"workDoneToken":1,"position":{"character":0,"line":1},"textDocument":{"uri":"\ud800` + "\xff" + `"}}`, ""},
		{hover, "", "params.textDocument is missing"},
		{hover, "{}", "params.textDocument is missing"},
		{hover, "[]", "params is to be an object, and is []"},
		{hover, "null", "params is to be an object, and is null"},
		{hover, `{"textDocument":{}}`, "params.textDocument.uri is missing"},
		{hover, `{"textDocument":{"uri":"a:b"}}`, "params.position is missing"},
		{hover, `{"textDocument":null,"position":null}`, "params.textDocument is to be an object, and is null"},
		{hover, at(`{}`), "params.position.line is missing"},
		{hover, at(`{"line":1}`), "params.position.character is missing"},
		{hover, at(`{"line":"x"}`), `params.position.line` + natural + `"x"`},
		{hover, at(`{"line":-1}`), "params.position.line" + natural + "-1"},
		{hover, at(`{"line":2147483648}`), "params.position.line" + natural + "2147483648"},
		{hover, at(`{"line":99999999999999999999}`), "params.position.line" + natural + "99999999999999999999"},
		{hover, at(`{"line":1.5}`), "params.position.line" + natural + "1.5"},
		{hover, at(`{"line":null}`), "params.position.line" + natural + "null"},
		{hover, at(`{"line":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`), "params.position.line" + natural + strings.Repeat("[", 59) + "…"},
		{hover, `{"workDoneToken":{}}`, "params.workDoneToken is to be a whole number from -2147483648 to 2147483647 or a string, and is {}"},
		{hover, `{"a":1,,}`, "the parameters are no JSON"},
		{hover, `{"a":` + strings.Repeat("[", 1e6) + strings.Repeat("]", 1e6) + `}`, "the parameters are no JSON"},
		{hover, `{"textDocument":{"uri":` + strings.Repeat(`{"uri":`, 1e5) + "1" + strings.Repeat(`}`, 1e5) + `}}`, "the parameters are no JSON"},

		{change, edit(`{"text":"x"}`), ""},
		{change, `{"textDocument":{"uri":"a:b","version":1},"contentChanges":null}`, ""},
		{change, edit(`{"range":null,"text":"x"}`), ""},
		{change, edit(`{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"rangeLength":0,"text":"x"}`), ""},
		{change, edit(`{"range":{},"text":"x"}`), "params.contentChanges[1].range.start is missing"},
		{change, edit(`{"range":5,"text":"x"}`), "params.contentChanges[1].range is to be an object, and is 5"},
		{change, edit(`{"range":{"start":{"line":0,"character":-1}},"text":"x"}`), "params.contentChanges[1].range.start.character" + natural + "-1"},
		{change, edit(`{"text":5}`), "params.contentChanges[1].text is to be a string, and is 5"},
		{change, edit(`{}`), "params.contentChanges[1].text is missing"},
		{change, edit(`"x"`), `params.contentChanges[1] is to be an object, and is "x"`},

		{"initialize", `{"capabilities":{"textDocument":5}}`, ""},
		{"initialize", `{"processId":null,"rootUri":null,"capabilities":{}}`, ""},
		{"initialize", `{"processId":"x","capabilities":{}}`, "params.processId is to be a whole number from -2147483648 to 2147483647 or null, and is \"x\""},
		{"initialize", `{}`, "params.capabilities is missing"},
		{"initialized", "", ""},
		{"initialized", "5", "params is to be an object, and is 5"},
		{"completionItem/resolve", `{"label":"x","data":[1],"kind":99,"additionalTextEdits":[{}]}`, "params.additionalTextEdits[0].range is missing"},
		{"workspace/didChangeConfiguration", `{"settings":null}`, ""},
		{"workspace/executeCommand", `{"arguments":5}`, "params.arguments is to be a list, and is 5"},
		{"unknown/method", "5", ""},
	} {
		got := ""
		if err := params.Check(c.method, []byte(c.text)); err != nil {
			got = err.Error()
		}
		if got != c.want && !(strings.HasSuffix(c.want, "JSON") && strings.HasPrefix(got, c.want)) {
			t.Errorf("%s %.100s: %s\nwant %s", c.method, c.text, got, c.want)
		}
	}
}

// TestCheckIsBrief holds that an error is short where the names on the way to it are not.
func TestCheckIsBrief(t *testing.T) {
	name := strings.Repeat("é", 1e5)
	for text, want := range map[string]string{
		`{"` + name + `":{"a":1,,}}`:                            "the parameters are no JSON: ",
		`{"title":"","edit":{"changes":{"` + name + `":5}}}`:    "params.edit.changes.é",
		`{"title":"","edit":{"changes":{"` + name + `":[{}]}}}`: "params.edit.changes.é",
	} {
		err := params.Check("codeAction/resolve", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || utf8.RuneCountInString(err.Error()) > 400 || !utf8.ValidString(err.Error()) {
			t.Errorf("%.60s: %.1000v", text, err)
		}
	}
}

// BenchmarkCheck takes an edit of one character.
func BenchmarkCheck(b *testing.B) {
	edit := []byte(`{"textDocument":{"uri":"file:///home/me/project/main.frac","version":12},"contentChanges":[{"range":{"start":{"line":10,"character":4},"end":{"line":10,"character":4}},"rangeLength":0,"text":"x"}]}`)
	for b.Loop() {
		if err := params.Check("textDocument/didChange", edit); err != nil {
			b.Fatal(err)
		}
	}
}
