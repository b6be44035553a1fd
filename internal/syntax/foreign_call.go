package syntax

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// Calls as other languages write them: macros and methods.

// macros are those of Rust and what is said of each.
var macros = map[string]string{
	"vec":   "a sequence is written `[1, 2]`",
	"panic": noThrow, "todo": noThrow, "unreachable": noThrow, "unimplemented": noThrow,
	"assert": foreignStatements["assert"], "assert_eq": foreignStatements["assert"], "debug_assert": foreignStatements["assert"],
	"println": foreignStatements["print"], "print": foreignStatements["print"], "eprintln": foreignStatements["print"], "dbg": foreignStatements["print"],
	"format": "there are no strings but in attributes, and none that hold values",
}

// atMacro reports whether `!(…)` or `![…]` stands directly behind a name.
func (p *parser) atMacro(left NodeID) bool {
	next := p.peekToken(1)
	return p.tok.Kind == TokNot && p.tok.Flags == 0 && next.Flags == 0 && isOpener[next.Kind] && p.nodes[left].Kind == Name && !p.quiet
}

// macro reads `name!(…)`. The result has no type.
func (p *parser) macro(left NodeID) NodeID {
	mark, start := p.mark(), p.start(left)
	name := p.cut(start, p.end)
	at := Span{start, p.tok.End}
	message, ok := macros[name]
	if !ok {
		message = "there is no `" + name + "!`: a function is called by its name, `" + name + "(…)`"
	}
	var fixes []Fix
	if name == "vec" {
		fixes = []Fix{Replace("delete `vec!`", at, "")}
	}
	p.report(codes.SyntaxError, at, message, fixes...)
	p.advance()
	p.skipOne()
	p.errorAt = p.i
	return p.node(BadNode, mark, start)
}

// method reads `.name` and `.name(…)` behind an expression, where no such name can
// be; the dot has been read. Where the call follows, it has a fix that writes it.
func (p *parser) method(left NodeID) {
	name := p.lexeme(p.tok)
	open := p.peekToken(1)
	message := "a number behind `.`: the fields of a tuple have no names"
	if open.Kind != TokLParen || open.Flags != 0 {
		if !fieldsElsewhere[name] {
			p.expected(message)
			p.advance()
			return
		}
	}
	object := p.cut(p.start(left), p.nodes[left].Span.End)
	if len(object) > 30 || strings.Contains(object, "\n") {
		object = "%x"
	}
	p.report(codes.SyntaxError, p.tok.Span, "values have no methods and no fields: write `"+name+"("+object+", …)`")
	p.advance()
	if p.tok.Kind == TokLParen && p.tok.Flags == 0 {
		p.skipOne()
	}
	p.errorAt = p.i
}

// fieldsElsewhere are fields that values have in other languages.
var fieldsElsewhere = map[string]bool{"shape": true, "length": true, "size": true, "dtype": true}
