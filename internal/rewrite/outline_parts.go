package rewrite

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The outlines of trees that are meant and not written yet.

// VariableOutline is that of a variable, by its name with the sigil.
func VariableOutline(name string) string { return "(local " + name + ")" }

// NameOutline is that of a bare name: an operator's.
func NameOutline(name string) string { return leafOutline(syntax.Name, name) }

// GlobalOutline is that of a global, by its name with the sigil.
func GlobalOutline(name string) string { return leafOutline(syntax.Global, name) }

func leafOutline(kind syntax.Kind, text string) string {
	return "(" + kindName(kind) + " " + text + ")"
}

// CallOutline is that of a call, of the outlines of its callee and arguments.
func CallOutline(callee string, args ...string) string {
	return "(" + kindName(syntax.Call) + " " + strings.Join(append([]string{callee}, args...), " ") + ")"
}

// LetOutline is that of `let name = value`, of the outline of its value.
func LetOutline(name, value string) string {
	return "(" + kindName(syntax.Let) + " " + leafOutline(syntax.PatVar, name) + " - " + value + ")"
}

// ChainOutline is the chain of infix operators that goes on after a first operand with
// some links of another chain; false where these are nested too deeply.
func ChainOutline(info *typecheck.Info, chain syntax.NodeID, first string, from, to int) (string, bool) {
	b := info.Item.Binary(chain)
	outline := "(" + kindName(syntax.Binary) + " " + first
	for i := from; i < to; i++ {
		operator, operand := b.Link(i)
		for _, n := range []syntax.NodeID{operator, operand} {
			text, ok := OutlineOf(info, n)
			if !ok {
				return "", false
			}
			outline += " " + text
		}
	}
	return outline + ")", true
}

// FnOutline is that of a function literal without types, of its parameters'
// names and the outline of its body.
func FnOutline(params []string, body string) string {
	text := "(" + kindName(syntax.Fn) + " - (" + kindName(syntax.Params)
	for _, p := range params {
		text += " (" + kindName(syntax.Param) + " " + leafOutline(syntax.PatVar, p) + " -)"
	}
	return text + ") - " + body + ")"
}
