package rulefile

import (
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A chunk is a part of the file's top level, by the indices of its tokens: a rule, a
// `let`, or what is neither.
type chunk struct {
	kind      chunkKind
	from, end int
	name      int // the index of a rule's or pattern's name
	body      int // of a rule's `{`; 0 where there is none
}

type chunkKind uint8

const (
	junkChunk chunkKind = iota
	ruleChunk
	letChunk
)

// ruleKinds are the words that begin a rule.
var ruleKinds = map[string]pattern.RuleKind{
	"find": pattern.Find, "lint": pattern.Lint, "rewrite": pattern.Rewrite, "partition": pattern.Partition,
}

// header reports whether a rule begins at a token: `KIND NAME {`, `rewrite once NAME {`.
// The kind may be misspelt. It gives the index of the name.
func (r *reader) header(i int) (name int, ok bool) {
	if r.kind(i) != syntax.TokName {
		return 0, false
	}
	name = i + 1
	if r.kind(name) == syntax.TokName && r.lexeme(name) == "once" && r.kind(name+1) == syntax.TokName {
		name++
	}
	return name, r.kind(name) == syntax.TokName && r.kind(name+1) == syntax.TokLBrace
}

// restarts reports whether a rule begins at a token inside of brackets: the ones
// before it are not closed then. No program has such words.
func (r *reader) restarts(i int) bool {
	if r.tokens[i].Flags&syntax.AfterNewline == 0 || r.kind(i) != syntax.TokName {
		return false
	}
	if _, known := ruleKinds[r.lexeme(i)]; !known {
		return false
	}
	_, ok := r.header(i)
	return ok
}

// begins reports what begins at a token outside of brackets.
func (r *reader) begins(i int) (c chunk, ok bool) {
	if name, ok := r.header(i); ok {
		_, known := ruleKinds[r.lexeme(i)]
		if known || r.tokens[i].Flags&syntax.AfterNewline != 0 {
			return chunk{kind: ruleChunk, from: i, name: name, body: name + 1}, true
		}
	}
	if r.tokens[i].Word == syntax.WordLet {
		return chunk{kind: letChunk, from: i, name: i + 1}, true
	}
	return chunk{}, false
}

// cut cuts the tokens into chunks and pairs their brackets.
func (r *reader) cut() []chunk {
	var chunks []chunk
	last := len(r.tokens) - 1 // TokEOF
	p := pairing{r: r, many: map[syntax.TokenKind]int{}}
	open := false // whether a chunk is being read
	for i := 0; i < last; i++ {
		if len(p.open) > 0 && r.restarts(i) {
			p = pairing{r: r, many: map[syntax.TokenKind]int{}}
		}
		if len(p.open) == 0 && (len(chunks) == 0 || i >= chunks[len(chunks)-1].body) {
			if c, ok := r.begins(i); ok {
				chunks, open = append(chunks, c), true
			} else if !open {
				chunks, open = append(chunks, chunk{from: i}), true
			}
		}
		p.read(i)
		c := &chunks[len(chunks)-1]
		c.end = i + 1
		if c.kind == ruleChunk && len(p.open) == 0 && i >= c.body {
			open = false
		}
	}
	return chunks
}

// chunk reads one part of the file.
func (r *reader) chunk(c chunk) {
	switch c.kind {
	case ruleChunk:
		r.readRule(c)
	case junkChunk:
		r.junk(c)
	}
}
