package format

import "github.com/fraccheck/fraccheck/internal/syntax"

// space is how many blanks stand before and after a token, unless the layout
// of its node says otherwise. Between two tokens the smaller number counts.
type space struct{ before, behind uint8 }

var spaces = spaceTable()

func spaceTable() (table [256]space) {
	for k := range table {
		table[k] = space{1, 1}
	}
	for _, k := range []syntax.TokenKind{syntax.TokComma, syntax.TokSemi, syntax.TokColon, syntax.TokRParen, syntax.TokRBracket} {
		table[k].before = 0
	}
	for _, k := range []syntax.TokenKind{syntax.TokLParen, syntax.TokLBracket, syntax.TokNot} {
		table[k].behind = 0
	}
	table[syntax.TokDot] = space{}
	table[syntax.TokSegment] = space{0, 1}
	return table
}

// tight are the brackets that follow what they belong to without a blank.
var tight = [256]bool{
	syntax.Call: true, syntax.Index: true, syntax.Params: true, syntax.TypeParams: true,
	syntax.TypeCall: true, syntax.PatCons: true, syntax.ItemAssert: true,
}

// keepsDot are the nodes after which a dot without a blank would be read as
// part of a name or a number.
var keepsDot = [256]bool{
	syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true,
}

var openers = [256]bool{syntax.TokLParen: true, syntax.TokLBracket: true, syntax.TokLBrace: true}

var closers = [256]bool{syntax.TokRParen: true, syntax.TokRBracket: true, syntax.TokRBrace: true}
