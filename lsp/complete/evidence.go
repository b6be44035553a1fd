package complete

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An evidence is what the program around the cursor says of the names that may come there. What is
// written is taken from the tokens, since the tree of a program that is being written lacks parts.
type evidence struct {
	role    role
	called  bool            // arguments follow
	written string          // the definition that is being written
	branch  bool            // in a clause or a branch: a call of that definition may end
	matched map[string]bool // the constructors in the patterns of the clauses around

	locals   mentions          // variables, in the item
	made     map[string]string // the operators whose results variables are bound to
	around   mentions          // globals, operators, constructors and types, near the cursor
	declared map[string]int32  // how far before the cursor a name is declared; below 0 for after
	calls    int               // how often operators are named around
}

// A mention is how often a name is in a text, and whether it does before the cursor.
type mention struct {
	count  int
	before bool
}

// mentions are those of names by their text.
type mentions map[string]mention

func (m mentions) add(name string, before bool) {
	found := m[name]
	m[name] = mention{found.count + 1, found.before || before}
}

// window is how many bytes before the cursor and after it are looked at for names. It bounds
// the work, and what is further away says little.
const window = 1 << 14

// inTensor is before the names of dtypes that end a type, as in `Tensor[(n), float32]`.
const inTensor = "Tensor "

// evidence looks at the program, once.
func (s *scene) evidence() *evidence {
	if s.seen == nil {
		s.seen = &evidence{
			role: s.role(), called: s.called(), matched: s.matched(),
			locals: mentions{}, made: map[string]string{}, around: mentions{}, declared: map[string]int32{},
		}
		s.seen.branch = slices.ContainsFunc(s.path, func(n syntax.NodeID) bool { return s.item.Kind(n) == syntax.Clause || s.item.Kind(n) == syntax.If })
		if s.item.Kind(s.item.Root) == syntax.ItemDef {
			s.seen.written = s.item.SourceText(s.item.Def(s.item.Root).Name)
		}
		s.seen.readItem(s)
		s.seen.readAround(s)
	}
	return s.seen
}

// readItem counts the variables of the item. A variable with tail segments is counted by each of
// the names that it may have.
func (e *evidence) readItem(s *scene) {
	for i, t := range s.tokens {
		if t.Kind != syntax.TokLocal || i == s.token {
			continue
		}
		before := t.Start < s.at
		e.locals.add(s.text(t), before)
		for _, segment := range s.tokens[i+1:] {
			if segment.Kind != syntax.TokSegment {
				break
			}
			e.locals.add(s.item.Text[t.Start:segment.End], before)
		}
		if i+2 < len(s.tokens) && s.tokens[i+1].Kind == syntax.TokAssign {
			switch value := s.tokens[i+2]; value.Kind {
			case syntax.TokName:
				e.made[s.text(t)] = s.text(value)
			case syntax.TokLocal:
				e.made[s.text(t)] = e.made[s.text(value)]
			}
		}
	}
}

// readAround counts the other names near the cursor, but the word at it.
func (e *evidence) readAround(s *scene) {
	word := s.word.span.Shift(s.piece.start)
	from, to := max(word.Start-window, 0), min(word.End+window, int32(s.source.Size()))
	text := s.source.File.Slice(from, to)
	tokens := syntax.Lex(text)
	for i, t := range tokens {
		start, end := t.Start+from, t.End+from
		if t.Kind != syntax.TokGlobal && t.Kind != syntax.TokName || start <= word.End && word.Start <= end && word.Len() > 0 {
			continue
		}
		name, before := text[t.Start:t.End], tokens[max(i-1, 0)]
		switch {
		case before.Word == syntax.WordDef || before.Word == syntax.WordData || before.Word == syntax.WordType:
			e.declared[name] = word.Start - end
			continue
		case before.Kind == syntax.TokComma && tokens[i+1].Kind == syntax.TokRBracket:
			name = inTensor + name
		case s.ops[name] != nil:
			e.calls++
		}
		context := typeContext(text, tokens[:i])
		if context != "" {
			e.around.add(context+name, start < word.Start)
		}
		if context != "" || t.Word != syntax.WordFn { // else it begins a function, not a type
			e.around.add(name, start < word.Start)
		}
	}
}

// typeContext is what precedes a type, which says which ones come there: the name of the type
// that it is an argument of and a bracket, a colon, an arrow; empty elsewhere.
func typeContext(text string, before []syntax.Token) string {
	if len(before) < 2 {
		return ""
	}
	switch last, other := before[len(before)-1], before[len(before)-2]; {
	case last.Kind == syntax.TokColon:
		return ":"
	case last.Kind == syntax.TokArrow:
		return "->"
	case last.Kind == syntax.TokLBracket && other.Kind == syntax.TokName:
		return text[other.Start:last.End]
	}
	return ""
}

// uses is how often a variable of the item is there, besides where it is bound.
func (e *evidence) uses(name string) int { return max(e.locals[name].count-1, 0) }

// matched are the constructors in the patterns of the clauses around the stand-in: what is built
// in a clause is often what it takes apart.
func (s *scene) matched() map[string]bool {
	names := map[string]bool{}
	for i, n := range s.path {
		if s.item.Kind(n) != syntax.Clause || i+1 < len(s.path) && s.path[i+1] == s.item.Clause(n).Pattern {
			continue
		}
		s.item.Walk(s.item.Clause(n).Pattern, func(p syntax.NodeID) bool {
			if o := s.objectOf(p); o != nil && o.Cons != nil {
				names[o.Name] = true
			}
			return true
		})
	}
	return names
}

// alike reports whether a variable is called as a parameter, or by a longer name that begins or
// ends so: `%conv1_weight` for `weight`.
func alike(variable, parameter string) (same, part bool) {
	variable, parameter = strings.TrimPrefix(variable, "%"), strings.TrimPrefix(parameter, "%")
	if parameter == "" {
		return false, false
	}
	return variable == parameter, len(parameter) > 1 && (strings.HasSuffix(variable, parameter) || strings.HasPrefix(variable, parameter))
}
