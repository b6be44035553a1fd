package sourcefile

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Block is a piece of a document that holds a program.
type Block struct {
	Span   syntax.Span // its text in the document
	Fence  syntax.Span // the line that opens it
	Tagged bool        // says that it is Frac; others must look like it
	Ignore bool        // `ignore`: not to be checked
	Run    bool        // `run`: to be evaluated
	Errors []string    // `error=CODE`: what it must be guilty of
}

// languages are the tags of blocks that hold programs.
var languages = []string{"frac", "relay", "rly"}

// An opener looks whether a block opens on the reader's line; if so it reads
// the block.
type opener func(*blockReader) bool

// openers reports how blocks are written, by a document's ending. Plain text is
// read both ways.
var openers = map[string][]opener{
	".md":  {fencedBlock},
	".rst": {directiveBlock, literalBlock},
	".txt": {fencedBlock, directiveBlock, literalBlock},
}

// Blocks finds the code blocks of a document that are tagged as programs or
// not tagged at all. Other languages' blocks are left out.
func Blocks(name, text string) []Block {
	r := &blockReader{lines: syntax.NewLines(text), at: 1}
	forms := openers[strings.ToLower(filepath.Ext(name))]
	for r.at <= r.lines.Count() {
		if !slices.ContainsFunc(forms, func(open opener) bool { return open(r) }) {
			r.at++
		}
	}
	return r.blocks
}

// A blockReader goes through a document line by line.
type blockReader struct {
	lines  *syntax.Lines
	at     int // the line that is looked at, from 1
	blocks []Block
}

// line is the text of the line that is looked at.
func (r *blockReader) line() string { return r.lines.Line(r.at) }

// add notes a block that fills the lines from first up to end.
func (r *blockReader) add(fence, first, end int, info string) {
	b, ok := readInfo(info)
	if !ok || first >= end {
		return
	}
	b.Fence = r.lines.LineSpan(fence)
	b.Span = syntax.Span{Start: r.lines.LineSpan(first).Start, End: r.lines.LineSpan(end - 1).End}
	r.blocks = append(r.blocks, b)
}

// readInfo reads the words after a fence: the language, then what is meant.
// It is false for blocks of other languages.
func readInfo(info string) (Block, bool) {
	words := strings.FieldsFunc(info, func(r rune) bool { return strings.ContainsRune(" \t,{}", r) })
	if len(words) == 0 {
		return Block{}, true
	}
	if !slices.Contains(languages, strings.ToLower(strings.TrimPrefix(words[0], "."))) {
		return Block{}, false
	}
	b := Block{Tagged: true}
	for _, word := range words[1:] {
		b.readWord(word)
	}
	return b, true
}

func (b *Block) readWord(word string) {
	if code, ok := strings.CutPrefix(word, "error="); ok {
		b.Errors = append(b.Errors, code)
	}
	b.Ignore = b.Ignore || word == "ignore"
	b.Run = b.Run || word == "run"
}

// programText is what only programs hold: a local, a global, a type
// definition.
var programText = lazyregexp.New(`(?m)%\w|@[A-Za-z_]|^\s*(data|type|extern\s+type)\s+[A-Za-z_]|^\s*\w+\s*=\s*(Tensor|Array|FractalTensor)\b`)

// pythonText is what an untagged block of Python holds: a header with its
// colon. Its decorators and formats would pass for globals and locals.
var pythonText = lazyregexp.New(`(?m)^\s*(def|class)\s+[A-Za-z_]\w*\s*(\(.*\))?(\s*->.*)?\s*:\s*(#.*)?$`)

// looksLikeProgram reports whether an untagged block is to be read as one.
func looksLikeProgram(text string) bool {
	return programText().MatchString(text) && !pythonText().MatchString(text)
}

// beginnings reports which items an untagged block may begin with to be read as
// a program. Of a definition that has its name the rest may be broken; what
// other languages write too must be without a mistake.
var beginnings = map[syntax.Kind]func(*syntax.Item) bool{
	syntax.ItemDef:     named,
	syntax.ItemData:    named,
	syntax.ItemOpaque:  named,
	syntax.ItemDecl:    named,
	syntax.ItemAlias:   faultless,
	syntax.ItemImport:  faultless,
	syntax.ItemAssert:  faultless,
	syntax.ItemVersion: faultless,
	syntax.ItemExpr:    func(item *syntax.Item) bool { return faultless(item) && !singleWord(item) },
}

// beginsProgram reports whether the first item of an untagged block parses as
// one.
func beginsProgram(file *syntax.File) bool {
	for _, item := range file.All() {
		kind := item.Kind(item.Root)
		if kind == syntax.ItemEmpty {
			continue
		}
		begins, ok := beginnings[kind]
		return ok && begins(item)
	}
	return false
}

func faultless(item *syntax.Item) bool { return len(item.Errors) == 0 }

func named(item *syntax.Item) bool {
	name := item.Declared()
	return name != syntax.NoNode && item.Kind(name) != syntax.BadNode
}

// singleWord reports an expression such as `@Override`, which says nothing.
func singleWord(item *syntax.Item) bool {
	return !strings.ContainsAny(strings.TrimSpace(item.SourceText(item.Root)), " \t\n(")
}

// Illustrates reports whether item i is in an untagged block of a document
// and a finding is about tidiness alone: what is written to show something
// need not be used.
func (s *Source) Illustrates(i int, code codes.Code) bool {
	return code.Has(codes.Tidy) && !s.Program() && !s.Blocks[s.BlockOf[i]].Tagged
}

// fence is a line that opens a Markdown code block: its run of marks and the
// words after it.
var fence = lazyregexp.New("^[ \t]*(`{3,}|~{3,})[ \t]*(.*)$")

// fencedBlock reads a block between ``` or ~~~ lines (CommonMark 0.31, 4.5).
// Fences inside lists are indented, so any indentation will do.
func fencedBlock(r *blockReader) bool {
	opening := fence().FindStringSubmatch(r.line())
	if opening == nil || opening[1][0] == '`' && strings.Contains(opening[2], "`") {
		return false
	}
	start := r.at
	for r.at++; r.at <= r.lines.Count() && !closesFence(r.line(), opening[1]); r.at++ {
	}
	r.add(start, start+1, min(r.at, r.lines.Count()+1), opening[2])
	r.at++
	return true
}

// closesFence reports whether a line ends a block: the same mark, at least as
// often, and nothing else.
func closesFence(line, marks string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= len(marks) && strings.Trim(line, marks[:1]) == ""
}

var (
	// codeDirective is reStructuredText's `.. code-block:: frac`.
	codeDirective = lazyregexp.New(`^([ \t]*)\.\.[ \t]+(?:code-block|code|sourcecode)::[ \t]*(.*)$`)
	// directive is any other one; its text is not a literal block.
	directive = lazyregexp.New(`^[ \t]*\.\.([ \t]|$)`)
	// directiveOption is a line such as `:linenos:` below a directive.
	directiveOption = lazyregexp.New(`^[ \t]+:[\w-]+:`)
)

// directiveBlock reads the indented text below a code directive.
func directiveBlock(r *blockReader) bool {
	opening := codeDirective().FindStringSubmatch(r.line())
	if opening == nil {
		return false
	}
	start := r.at
	for r.at++; r.at <= r.lines.Count() && directiveOption().MatchString(r.line()); r.at++ {
	}
	r.indented(start, indentation(opening[1]), opening[2])
	return true
}

// literalBlock reads the indented text after a paragraph that ends with `::`.
func literalBlock(r *blockReader) bool {
	line := r.line()
	if !strings.HasSuffix(strings.TrimSpace(line), "::") || directive().MatchString(line) {
		return false
	}
	r.at++
	r.indented(r.at-1, indentation(line), "")
	return true
}

// indented reads the lines that stand further in than the line that announced
// them. Blank lines at either end are no part of the block.
func (r *blockReader) indented(start, base int, info string) {
	first, end := 0, 0
	for ; r.at <= r.lines.Count(); r.at++ {
		line := r.line()
		if strings.TrimSpace(line) == "" {
			continue
		}
		if indentation(line) <= base {
			break
		}
		if first == 0 {
			first = r.at
		}
		end = r.at + 1
	}
	r.add(start, first, end, info)
}

// indentation is the width of the blanks that a line begins with.
func indentation(line string) int {
	width := 0
	for _, c := range line {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		default:
			return width
		}
	}
	return width
}
