package syntax

// expression takes a top-level expression: its bindings and its body, which
// ends with its line unless the next line goes on with it.
func (s *splitter) expression(i int) int {
	for first := i; !s.leaves(i); {
		t := s.at(i)
		if i > first && s.brackets.depth() > 0 && s.beginsAgain(i) {
			s.brackets.reset()
			return i
		}
		if s.brackets.depth() == 0 {
			if s.endsExpression(i) {
				return s.strays(i)
			}
			s.level.read(s.prev, t, s.at(i+1).Kind)
		}
		i = s.pass(i, 0)
	}
	return i
}

// beginsAgain reports whether a function literal begins in the first column at the i-th
// token, where the expression in front cannot go on with one: that is no program, but a
// line of other text in front of a dump.
func (s *splitter) beginsAgain(i int) bool {
	t := s.at(i)
	if t.Word != WordFn || t.Flags&AfterNewline == 0 || !s.atMargin(t) || s.prev == TokEOF || s.lexeme(t) != "fn" {
		return false
	}
	if next := s.at(i + 2); s.at(i+1).Kind != TokLParen || next.Kind != TokLocal && next.Kind != TokRParen {
		return false
	}
	switch s.prev {
	case TokAssign:
		return s.level.stage != inValue
	case TokFatArrow, TokLParen, TokLBracket, TokLBrace, TokSemi, TokNewline:
		return false
	case TokComma:
		return s.brackets.depth() == 0
	}
	return true
}

// endsExpression reports whether the i-th token, outside of brackets, is behind
// the end of the expression.
func (s *splitter) endsExpression(i int) bool {
	t := s.at(i)
	if t.Kind == TokAttribute || s.beginsAgain(i) {
		return true
	}
	if t.Flags&AfterNewline == 0 {
		return s.prev == TokRBrace && (s.heads(i) || isCloser[t.Kind])
	}
	if s.level.stage == inValue {
		s.endValue(i)
		return false
	}
	if startsStatement[s.prev] || s.level.stage == inHead {
		return false
	}
	return s.level.judge(s.prev, t) != goesOn || isCloser[t.Kind]
}

// endValue ends the value of a binding in front of the i-th token if the
// newline there does.
func (s *splitter) endValue(i int) {
	t := s.at(i)
	verdict := s.level.judge(s.prev, t)
	if t.Kind == TokLocal && s.at(i+1).Kind == TokAssign {
		verdict = ends
	}
	if verdict == goesOnBySemicolon && s.level.ahead == unknown {
		s.level.ahead = s.lookAhead(i)
	}
	if verdict == ends || verdict == goesOnBySemicolon && s.level.ahead == noSemicolonAhead {
		s.level = level{}
		s.prev = TokNewline
	}
}

// lookAhead searches for a `;` outside of brackets from the i-th token on, in
// front of the next binding or item.
func (s *splitter) lookAhead(i int) semicolonState {
	var b brackets
	for prev := TokEOF; !s.leaves(i); i++ {
		t := s.at(i)
		if b.depth() == 0 {
			if t.Kind == TokSemi {
				return semicolonAhead
			}
			if s.bindsAt(prev, i) || t.Kind == TokAttribute {
				return noSemicolonAhead
			}
		}
		switch {
		case isOpener[t.Kind]:
			b.open(t.Kind, i)
		case isCloser[t.Kind]:
			b.close(t.Kind)
		}
		prev = t.Kind
	}
	return noSemicolonAhead
}

// bindsAt reports whether a binding begins at the i-th token.
func (s *splitter) bindsAt(prev TokenKind, i int) bool {
	t := s.at(i)
	switch t.Kind {
	case TokName:
		return t.Word == WordLet || t.Word == WordFreeVar
	case TokLocal:
		return s.at(i+1).Kind == TokAssign && (t.Flags&AfterNewline != 0 || startsStatement[prev])
	}
	return false
}
