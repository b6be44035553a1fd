package syntax

// definition takes a `def`: a header, which may run over lines, and a body in
// braces.
func (s *splitter) definition(i int) int {
	i = s.take(i)
	if s.at(i).Kind == TokGlobal {
		i = s.take(i) // on whatever line
	}
	for !s.leaves(i) {
		t := s.at(i)
		if t.Kind == TokLBrace && !s.opensAttributes(i) {
			s.brackets.reset()
			return s.braces(i)
		}
		if s.brackets.depth() == 0 && s.endsHeader(t) && s.bareBody(i) {
			return s.indentedBody(i)
		}
		if s.brackets.depth() == 0 && s.endsHeader(t) {
			if s.oweBrace(i) { // the body's first brace is missing
				return s.braces(i)
			}
			return s.strays(i)
		}
		i = s.pass(i, 0)
	}
	return i
}

// opensAttributes reports a parameter's `{virtual_device=…}` from a body.
func (s *splitter) opensAttributes(i int) bool {
	name := s.skipNotes(i + 1)
	return s.brackets.depth() > 0 && s.at(name).Kind == TokName && s.at(s.skipNotes(name+1)).Kind == TokAssign
}

// endsHeader reports whether t begins a line that a header cannot go on with.
func (s *splitter) endsHeader(t Token) bool {
	if t.Kind == TokLParen || t.Kind == TokLBracket {
		return false
	}
	return s.breaks(t) || s.prev == TokColon && t.Flags&AfterNewline != 0 && t.Word == WordLet
}

// bareBody reports whether the line of the i-th token is the body of a definition
// as other languages have it: behind a `:`, or from `do` or `begin` to `end`.
func (s *splitter) bareBody(i int) bool {
	word := s.lexeme(s.at(i))
	return s.prev == TokColon && !s.atMargin(s.at(i)) || word == "do" || word == "begin" || !s.atMargin(s.at(i)) && s.endsAhead(i)
}

// endsAhead reports whether a line `end` in the first column closes what begins at
// the i-th token, in front of the next item, as in Julia.
func (s *splitter) endsAhead(i int) bool {
	for n := i; n-i < ahead && !s.leaves(n); n++ {
		if t := s.at(n); t.Kind == TokLBrace {
			return false
		} else if t.Kind == TokName && s.atMargin(t) {
			return s.lexeme(t) == "end"
		}
	}
	return false
}

// indentedBody takes the lines of such a body: those that do not begin in the
// first column, up to the next item, and the word in front of and behind them.
func (s *splitter) indentedBody(i int) int {
	for first := true; !s.leaves(i); first = false {
		t := s.at(i)
		end := t.Kind == TokName && s.lexeme(t) == "end"
		if !first && s.atMargin(t) && !end {
			break
		}
		s.track(i)
		i = s.take(i)
		if end && s.atMargin(t) {
			break
		}
	}
	return i
}

// braces takes a body. Where it is never closed, it ends in front of what
// looks like the next item.
func (s *splitter) braces(i int) int {
	s.level, s.indented = level{}, false
	escape := -1
	for !s.leaves(i) || s.definesInside(i) {
		t := s.at(i)
		if t.Flags&AfterNewline != 0 {
			s.indented = s.indented || !s.atMargin(t) && !isCloser[t.Kind]
			if escape < 0 && (s.indented && s.atMargin(t) && !isCloser[t.Kind] || s.looksOutside(t)) {
				escape = i
			}
		}
		if s.brackets.depth() == 1 {
			s.readLevel(i)
		}
		i = s.pass(i, 1)
		if t.Kind == TokRBrace && s.brackets.depth() == 0 && !s.reopens(i) {
			return s.strays(i)
		}
	}
	if escape >= 0 && i-escape < maxLookahead {
		return escape
	}
	return i
}

// definesInside reports whether a definition that begins at the i-th token stands in the
// body that is taken, as other languages allow: off the margin, and where a
// closing brace is behind both.
func (s *splitter) definesInside(i int) bool {
	t := s.at(i)
	if t.Word != WordDef || s.atMargin(t) || s.brackets.depth() == 0 || s.at(i+2).Kind != TokLParen {
		return false
	}
	depth := 0
	for n := i; n-i < maxInside; n++ {
		switch t := s.at(n); {
		case t.Kind == TokEOF, n > i && t.Flags&AfterNewline != 0 && s.atMargin(t) && !isCloser[t.Kind]:
			return false
		case t.Kind == TokLBrace:
			depth++
		case t.Kind == TokRBrace:
			if depth--; depth < 0 {
				return true
			}
		}
	}
	return false
}

// maxInside bounds how many tokens definesInside looks at.
const maxInside = 512

// atMargin reports whether a token stands in the first column.
func (s *splitter) atMargin(t Token) bool {
	return t.Start == 0 || s.text[t.Start-1] == '\n'
}

// looksOutside reports whether t, on the level of a definition's body, looks
// like the start of a top-level expression: a line with a global behind a
// closing brace, where no binding is open.
func (s *splitter) looksOutside(t Token) bool {
	return t.Kind == TokGlobal && s.brackets.depth() == 1 &&
		s.prev == TokRBrace && s.level.stage == noBinding
}

// readLevel moves the newline rule's state over the i-th token.
func (s *splitter) readLevel(i int) {
	t := s.at(i)
	if s.level.stage == inValue && t.Flags&AfterNewline != 0 && s.level.judge(s.prev, t) == ends {
		s.level = level{}
		s.prev = TokNewline
	}
	s.level.read(s.prev, t, s.at(i+1).Kind)
}

// reopens reports whether the body's closing brace, which stands in front of the
// i-th token, is one too many: what follows only makes sense in a body.
func (s *splitter) reopens(i int) bool {
	t := s.at(i)
	if (t.Word == WordCase || t.Word == WordElse) && s.at(i+1).Kind != TokAssign || t.Kind == TokSemi {
		s.brackets.open(TokLBrace, i)
		return true
	}
	if t.Flags&AfterNewline == 0 || isCloser[t.Kind] || s.leaves(i) || s.indented && s.atMargin(t) {
		return false
	}
	return s.oweBrace(i)
}

// oweBrace reports whether a brace that nothing opens closes what begins at the
// i-th token, before the next definition. If so, the brace is opened here.
func (s *splitter) oweBrace(i int) bool {
	var b brackets
	for n := i; n-i < maxLookahead && !s.leaves(n); n++ {
		switch kind := s.at(n).Kind; {
		case kind == TokAttribute:
			return false
		case isOpener[kind]:
			b.open(kind, n)
		case isCloser[kind]:
			if b.close(kind) < 0 && kind == TokRBrace {
				s.brackets.open(TokLBrace, i)
				return true
			}
		}
	}
	return false
}
