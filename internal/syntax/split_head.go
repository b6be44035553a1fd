package syntax

import "github.com/fraccheck/fraccheck/internal/syntax/habits"

// guarded reports whether `f x |` stands at the i-th token, as in Haskell before the first
// case of a function.
func (s *splitter) guarded(i int) bool {
	if t := s.at(i); t.Kind != TokName || t.Word != NoWord || !s.at(i+1).isParameter() {
		return false
	}
	for n := i + 1; n-i < ahead && s.at(n).Flags&AfterNewline == 0; n++ {
		if t := s.at(n); !t.isParameter() {
			return s.lexeme(t) == "|"
		}
	}
	return false
}

// letDefinition reports whether `@f(` or `rec f(` follows a `let` before the i-th token, as in
// OCaml: the head of a definition.
func (s *splitter) letDefinition(i int) bool {
	recursive := s.lexeme(s.at(i)) == "rec"
	if recursive {
		i++
	}
	name := s.at(i).Kind
	return (name == TokGlobal || recursive && name == TokName) && s.at(i+1).Kind == TokLParen
}

// signed reports whether `f :: T` stands at the i-th token, as in Haskell.
func (s *splitter) signed(i int) bool {
	first, second := s.at(i+1), s.at(i+2)
	return s.at(i).Kind == TokName && s.at(i).Word == NoWord && first.Kind == TokColon && first.Flags == AfterSpace &&
		second.Kind == TokColon && second.Flags == 0
}

// equations takes a signature, and the lines after it that begin with its name.
func (s *splitter) equations(i int) int {
	name := s.lexeme(s.at(i))
	for first := true; first || s.at(i).Kind == TokName && s.lexeme(s.at(i)) == name; first = false {
		i = s.indentedLines(s.take(i))
	}
	return i
}

// namedDef reports whether `def` before the i-th token is a name, of which a line
// that begins with a bracket is no part.
func (s *splitter) namedDef(i int) bool {
	t := s.at(i)
	return t.Kind == TokAssign || t.Flags&AfterNewline != 0 && (t.Kind == TokLParen || t.Kind == TokLBracket)
}

// indentedLines takes the lines from the i-th token on that do not begin in the
// first column.
func (s *splitter) indentedLines(i int) int {
	for s.at(i).Kind != TokEOF && !s.atMargin(s.at(i)) {
		i = s.take(i)
	}
	return i
}

// wordBlock takes `impl T { … }` with the definitions in its braces, and gives i
// where none begins at the i-th token.
func (s *splitter) wordBlock(i int) int {
	if next := s.at(i + 1); next.Kind != TokName || next.Flags&AfterNewline != 0 || !habits.Has("block", s.lexeme(s.at(i))) {
		return i
	}
	depth := 0
	for n := i + 1; n-i < maxLookahead; n++ {
		switch t := s.at(n); {
		case depth == 0 && t.Flags&AfterNewline != 0 && s.at(n-1).Kind == TokColon:
			return s.indentedLines(n)
		case t.Kind == TokEOF, depth == 0 && t.Flags&AfterNewline != 0 && t.Kind != TokLBrace:
			return i
		case t.Kind == TokLBrace:
			depth++
		case t.Kind == TokRBrace:
			if depth--; depth == 0 {
				return s.take(n)
			}
		}
	}
	return i
}

// heads reports whether the i-th token begins an item that only its first words
// can begin. At the start of a line such an item begins whatever is open.
func (s *splitter) heads(i int) bool {
	t := s.at(i)
	if t.Kind == TokMetadata || t.Kind == TokVersion {
		return true
	}
	if t.Word < WordDef || t.Word > WordAssert {
		return false
	}
	next := s.at(i + 1)
	switch t.Word {
	case WordDef:
		return next.Kind == TokGlobal || next.Kind == TokName && next.Flags&AfterNewline == 0
	case WordData, WordType:
		return next.Kind == TokName && next.Flags&AfterNewline == 0 && s.namesType(i+2)
	case WordExtern:
		return next.Word == WordType
	case WordImport:
		return next.Kind == TokString || next.Kind == TokBad
	}
	return next.Kind == TokNot || next.Kind == TokName && s.lexeme(next) == "equiv"
}

// headsOverLines reports whether `data` or `type` at the start of an item has its name on
// another line. Elsewhere such a word may be a variable's name.
func (s *splitter) headsOverLines(i int) bool {
	t, next := s.at(i), s.at(i+1)
	if t.Word != WordData && t.Word != WordType || next.Kind != TokName {
		return false
	}
	switch s.at(i + 2).Kind {
	case TokLess, TokLBrace, TokLBracket, TokAssign:
		return true
	}
	return false
}

// head takes the words that heads asks for, on whatever lines they are: the next token
// of the item is after the name of a type, the path of an import, or `equiv` and its
// bracket.
func (s *splitter) head(i int) int {
	switch word := s.at(i).Word; word {
	case WordImport:
		i = s.take(i)
	case WordAssert:
		for i = s.take(i); s.at(i).Kind == TokNot; {
			i = s.take(i)
		}
		if i = s.take(i); s.at(i).Kind != TokLParen {
			return i
		}
		s.track(i)
	case WordData, WordType, WordExtern:
		i = s.take(i)
		if word == WordExtern && s.at(i+1).Kind == TokName && !s.leaves(i+1) {
			i = s.take(i)
		}
	}
	return s.take(i)
}

// namesType reports whether what follows `data N` or `type N` goes on a
// type's definition.
func (s *splitter) namesType(i int) bool {
	for s.at(i).Kind == TokName && s.at(i).Flags&AfterNewline == 0 && s.equationAhead(i) {
		i++
	}
	t := s.at(i)
	switch t.Kind {
	case TokLess, TokLBrace, TokLBracket, TokAssign, TokEOF:
		return true
	}
	return t.Flags&AfterNewline != 0
}

// equationAhead reports whether `=` follows names from the i-th token on, on one line, as in
// Haskell's `data Tree a = …`.
func (s *splitter) equationAhead(i int) bool {
	for n := i; n-i < ahead; n++ {
		if t := s.at(n); t.Kind != TokName || n > i && t.Flags&AfterNewline != 0 {
			return t.Kind == TokAssign
		}
	}
	return false
}
