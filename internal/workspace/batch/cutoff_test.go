package batch_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/google/go-cmp/cmp"
)

var edits = flag.Int("edits", 160, "number of rounds of random edits that a check with a cache is held against one without")

// TestCutOff holds what is found with a cache against a check of all at once while files
// that others import are edited: their bodies, heads, types, facts, errors, names, comments,
// imports and configurations. Most findings must come out of the cache.
func TestCutOff(t *testing.T) {
	random := rand.New(rand.NewPCG(uint64(*edits), 11))
	counts, all, perProject := 0, 0, 40
	for project := 0; project*perProject < *edits; project++ {
		p := newLayers(t.TempDir(), random)
		dir := t.TempDir()
		for round := range perProject {
			paths := programs(t, p.root, ".")
			asked := paths
			if random.IntN(8) == 0 { // so that others import what is not asked for
				asked = slices.DeleteFunc(slices.Clone(paths), func(string) bool { return random.IntN(2) == 0 })
			}
			got, found := inBatch(t, p.root, dir, 1+random.IntN(4), asked)
			if diff := cmp.Diff(whole(t, p.root, asked), got); diff != "" {
				t.Fatalf("project %d, round %d, after %s: %s\n%s", project, round, p.last, diff, p)
			}
			counts, all = counts+found.Known, all+found.Known+found.Checked
			p.edit()
		}
	}
	if counts < all/2 {
		t.Errorf("of %d files only %d were known", all, counts)
	}
	t.Logf("of %d files %d were known", all, counts)
}

// Layers are files each of which may import those before it. A file is pieces of text, of
// which an edit changes some.
type layers struct {
	root   string
	random *rand.Rand
	files  []*layer
	last   string // edits
}

type layer struct {
	imports []int
	pieces  []string
	gone    bool
}

const manyLayers = 9

func newLayers(root string, random *rand.Rand) *layers {
	p := &layers{root: root, random: random}
	for i := range manyLayers {
		p.files = append(p.files, &layer{})
		p.renew(i)
		p.save(i)
	}
	return p
}

// renew makes a file anew; most such files have no errors.
func (p *layers) renew(i int) {
	f := p.files[i]
	*f = layer{}
	for j := range i {
		if p.random.IntN(i) < 2 {
			f.imports = append(f.imports, j)
		}
	}
	for _, shape := range shapes[:always] {
		f.pieces = append(f.pieces, p.made(shape, i))
	}
	for range p.random.IntN(4) {
		f.pieces = append(f.pieces, p.piece(i, always+1))
	}
}

func (p *layers) name(i int) string { return fmt.Sprintf("%c/f%d.frac", 'a'+rune(i%2), i) }

func (p *layers) String() string {
	var text strings.Builder
	for i := range p.files {
		fmt.Fprintf(&text, "-- %s --\n%s", p.name(i), p.text(i))
	}
	return text.String()
}

func (p *layers) text(i int) string {
	var text strings.Builder
	for _, j := range p.files[i].imports {
		fmt.Fprintf(&text, "import \"../%s\"\n", p.name(j))
	}
	return text.String() + strings.Join(p.files[i].pieces, "\n") + "\n"
}

func (p *layers) save(i int) {
	path := filepath.Join(p.root, filepath.FromSlash(p.name(i)))
	if p.files[i].gone {
		os.Remove(path)
		return
	}
	put(path, p.text(i))
}

func put(path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		panic(err)
	}
}

// shapes are definitions and other items. I represents the number of the file, J for that of
// one that it imports, if any, N for a small number; what is in ⟦…|…‖…|…⟧ is one of some,
// seldom one of those after ‖, which most often have errors. The first are in each file.
var shapes = []string{
	"def @pI(%x: int32) -> int32 { ⟦%x + N|%x|let %y = %x * N; %y|/* moved\n\n down */ %x + 1|%x / N|if (%x == 0) { 0 } else { @pI(%x - 1) }|@pI(%x)|7 / %x‖@gone(%x)|1f|@pJ(@pJ(%x))⟧ }",
	"def @qI(%x⟦|: int32‖|: VI⟧) { ⟦%x|%x + %x|(%x, N)|%x * N‖let %unused = N; %x|tanh(%x)⟧ }",
	"def @rI(%r: ref(int32)) -> int32 { ⟦N|ref_write(%r, N); 2|ref_read(%r)|@rI(%r)‖@rJ(%r)|let %u = @rJ(%r); N⟧ }",
	"def @sI(%l: List[int32]) -> int32 { match (%l) { Nil => N, Cons(%h, %t) => ⟦%h|@sI(%t)|%h + @sI(%t)|@sI(@uI(%t))‖@sJ(%t)|@pJ(%h)|@sI(@uJ(%t))⟧ } }",
	"def @uI(%l: List[int32]) -> List[int32] { ⟦%l|Nil|match (%l) { Nil => Nil, Cons(%h, %t) => %t }|match (%l) { Nil => Nil, Cons(%h, %t) => Cons(%h, @uI(%t)) }|Cons(N, %l)‖@uJ(%l)⟧ }",
	"type VI = Tensor[(⟦8, 8‖8, 4|N⟧), float32]",
	"def @wI(%x: VI) -> VI { ⟦%x|tanh(%x)|nn.dense(%x, %x, units=8)|exp(exp(exp(%x)))|@wI(%x)‖@wJ(%x)|nn.dense(%x, @wJ(%x), units=8)⟧ }",
	"data TI { ⟦AI(int32), BI‖BI, AI(int32)|AI(int32), BI, CI|AI(float32), BI|AI(int32)⟧ }",
	"def @oI(%f: fn(int32) -> int32, %x: int32) -> int32 { ⟦%f(%x)|%f(%f(%x))|%f(@pI(%x))‖@oJ(%f, %x)|@oJ(@pJ, %x)|@pI(%x)⟧ }",

	"def @pI⟦(%x: int32) -> int32|(%x)‖(%x: float32) -> float32|(%x: int32, %y: int32) -> int32|<a>(%x: a) -> a⟧ { %x }",
	"def @fI(%x: int32) -> int32 { ⟦@pJ(%x)|@pJ(@pJ(%x))|@pJ(%x) + @pJ(%x)|let %a = @pJ(%x); %a|@qJ(%x); 3|@pJ(%x); 3‖let %u = @pJ(%x); 3|@pJJ(%x)|@pJ(%x, 2)|@rJ(%x)⟧ }",
	"def @gI(%x) { ⟦@qJ(%x)|@oJ(@pJ, %x)|(@qJ(%x), @qJ(1))‖@qJ(1f)⟧ }",
	"def @vI(%x: VJ, %c: bool) -> VJ { ⟦@wJ(%x) + @wJ(%x)|if (%c) { @wJ(%x) } else { @wJ(%x) }|let %a = @wJ(%x); (%a * @wJ(%x))|@wJ(%x)|nn.dense(%x, @wJ(%x), units=8)‖@wJ(1)⟧ }",
	"def @kI(%t: TJ) -> int32 { match (%t) { ⟦AJ(%x) => %x, BJ => N|AJ(%x) => %x, %other => N‖AJ(%x) => %x|BJ => 1, AJ(%x) => 2, CJ => 3|AJ(%x) => 1, AJ(%y) => 2, BJ => 2⟧ } }",
	"def @mI(%t: TI) -> TI { ⟦%t|match (%t) { AI(%x) => BI, %other => %other }⟧ }",
	"def @dI(%x: int32, %r: ref(int32)) -> int32 { ⟦@pJ(%x); N|@rJ(%r); N|let %_ = @pJ(%x); 3|@rJ(%r) + @rJ(%r)⟧ }",
	"def @eI(%l: FractalTensor[int32], %r: ref(int32)) { map(fn(%x: int32) { ⟦@pJ(%x)|@rJ(%r)|@rJ(%r); %x|%x|@qJ(%x)⟧ }, %l) }",
	"#[cost(work = \"⟦1|3|N⟧\")]\ndef @cI(%x: int32) -> int32 { ⟦@pJ(%x)|@pJ(@pJ(%x))|%x⟧ }",
	"def @cfg(%x: int32) -> int32 { ⟦@pJ(%x)|%x + 1⟧ }",
	"def @hI(%n: int32) -> int32 { if (%n == 0) { 0 } else { ⟦@hI(@pJ(%n))|@hI(%n - 1)|@lI(%n)⟧ } }\ndef @lI(%n: int32) -> int32 { ⟦@hI(%n - N)|@pJ(%n)|@hI(@pJ(%n - 1))⟧ }",
	"def @nI(%l: List[int32]) -> int32 { match (%l) { Nil => N, Cons(%h, %t) => ⟦@nI(@uJ(%t))|@nI(%t) + @sJ(%t)|@pJ(%h)⟧ } }",
	"def @zI(%x: int32) -> int32 { @oJ(⟦@pJ|@pI|fn(%y: int32) { @pJ(%y) }⟧, %x) }",
	"def @sharedI(%x: int32) -> int32 { %x + N }",
	"⟦@pI(N)|@pJ(N)|@qJ(N)|@sJ(Nil)|@pI(@pJ(1))‖@kJ(AJ(1))|@shared(1)|@sharedJ(1)⟧",
	"⟦@pJ(1, 2)|@pJ(1f)|@kJ(BJ, 1)|@rJ(1)⟧",
	"-- fraccheck: ignore ⟦unused-binding|common-subexpression|unused-definition|discarded-value⟧",
	"/* ⟦see @pI|see @pJ|nothing|import \"nothing.frac\"⟧ */",
	"@extI : fn(int32) -> ⟦int32|float32⟧",
	"def @xI(%x: int32) { ⟦%x|@pI(%x)‖let %y = @extJ(%x); %y⟧ }",
	"‖def @broken( { ⟦1|2⟧ }",
}

// always is how many of the shapes are in each file; the next is another form of the first.
const always = 9

// piece is a random item of a file, of the shapes from a number on.
func (p *layers) piece(i, from int) string {
	for {
		if shape := shapes[from+p.random.IntN(len(shapes)-from)]; !strings.HasPrefix(shape, "‖") || p.random.IntN(20) == 0 {
			return p.made(strings.TrimPrefix(shape, "‖"), i)
		}
	}
}

// choice is one of some.
func (p *layers) choice(text string) string {
	sound, others, _ := strings.Cut(text, "‖")
	if others != "" && p.random.IntN(40) == 0 {
		sound = others
	}
	choices := strings.Split(sound, "|")
	return choices[p.random.IntN(len(choices))]
}

func (p *layers) made(shape string, i int) string {
	for {
		before, rest, found := strings.Cut(shape, "⟦")
		if !found {
			break
		}
		choice, after, _ := strings.Cut(rest, "⟧")
		shape = before + p.choice(choice) + after
	}
	to := i
	if imports := p.files[i].imports; len(imports) > 0 {
		to = imports[p.random.IntN(len(imports))]
	}
	if p.random.IntN(60) == 0 {
		to = p.random.IntN(manyLayers)
	}
	return lettered(shape, i, to, 1+p.random.IntN(3))
}

// lettered has numbers in place of letters that are alone after names.
func lettered(shape string, i, j, n int) string {
	var text strings.Builder
	for k, c := range shape {
		before, after := byte(' '), byte(' ')
		if k > 0 {
			before = shape[k-1]
		}
		if k+1 < len(shape) {
			after = shape[k+1]
		}
		follows := after < 'a' || after > 'z'
		switch {
		case c == 'I' && follows:
			fmt.Fprint(&text, i)
		case c == 'J' && follows:
			fmt.Fprint(&text, j)
		case c == 'N' && follows && !(before >= 'a' && before <= 'z'):
			fmt.Fprint(&text, n)
		default:
			text.WriteRune(c)
		}
	}
	return text.String()
}

var layerTables = []string{
	"", "[severity]\nunused-binding = \"error\"\n", "[severity]\ncommon-subexpression = \"warning\"\n", "[cost]\n\"@cfg\" = { work = \"2\" }\n",
	"rules = [\"r.fracrule\"]\n",
}

var layerRules = []string{
	"lint mapped {\n  doc \"Maps.\"\n  var xs, y\n  match map(function([y], y + y), xs)\n  warn \"a map\"\n}\n",
	"lint twice {\n  doc \"Twice.\"\n  var x\n  match tanh(x)\n  warn \"a tanh of {x}\"\n}\nrewrite twice {\n  doc \"Twice.\"\n  var x\n  match tanh(x)\n  with exp(x)\n}\n",
}

// edit changes one file, or several at once.
func (p *layers) edit() {
	p.last = ""
	for i := range p.files { // what was broken is mended, sooner or later
		if p.random.IntN(60) == 0 {
			p.renew(i)
			p.save(i)
			p.last += "all of " + p.name(i) + ", "
		}
	}
	for range 1 + p.random.IntN(2)*p.random.IntN(3) {
		if p.random.IntN(25) == 0 {
			p.configure()
			continue
		}
		i := p.random.IntN(1 + p.random.IntN(manyLayers)) // those before, which more import
		p.last += p.editFile(i) + " of " + p.name(i) + ", "
		p.save(i)
	}
}

func (p *layers) configure() {
	dir := filepath.Join(p.root, []string{"", "a", "b"}[p.random.IntN(3)])
	put(filepath.Join(dir, "r.fracrule"), layerRules[p.random.IntN(len(layerRules))])
	put(filepath.Join(dir, config.FileName), layerTables[p.random.IntN(len(layerTables))])
	p.last += "configuration, "
}

func (p *layers) editFile(i int) string {
	f := p.files[i]
	switch p.random.IntN(12) {
	case 0:
		f.pieces = append(f.pieces, p.piece(i, always+1))
		return "one more item"
	case 1:
		if at := p.random.IntN(len(f.pieces) + 1); at >= always || at < len(f.pieces) && p.random.IntN(40) == 0 {
			f.pieces = slices.Delete(f.pieces, min(at, len(f.pieces)-1), min(at+1, len(f.pieces)))
		}
		return "an item less"
	case 2:
		f.pieces = slices.Insert(f.pieces, 0, "\n\n# moves lines")
		return "a comment"
	case 3:
		f.gone = p.random.IntN(10) == 0
		return "being there"
	case 4:
		p.reimport(i)
		return "imports"
	case 5:
		if p.random.IntN(4) > 0 {
			p.vary(i)
			return "a body or head"
		}
		p.random.Shuffle(len(f.pieces), func(a, b int) { f.pieces[a], f.pieces[b] = f.pieces[b], f.pieces[a] })
		return "the order"
	default:
		p.vary(i)
		return "a body or head"
	}
}

// reimport adds an import, now and then one that makes a circle, or takes one away.
func (p *layers) reimport(i int) {
	f := p.files[i]
	switch most := p.random.IntN(20); {
	case len(f.imports) > 0 && most < 10:
		at := p.random.IntN(len(f.imports))
		f.imports = slices.Delete(f.imports, at, at+1)
	case most == 19:
		f.imports = append(f.imports, p.random.IntN(manyLayers))
	case i > 0:
		f.imports = append(f.imports, p.random.IntN(i))
	}
}

// vary replaces an item by one that declares the same name, where it finds one soon.
func (p *layers) vary(i int) {
	f := p.files[i]
	if len(f.pieces) == 0 {
		return
	}
	at := p.random.IntN(len(f.pieces))
	head := func(s string) string {
		if len(s) < 6 {
			return s
		}
		return s[:6]
	}
	for range 200 {
		if next := p.piece(i, 0); head(next) == head(f.pieces[at]) && next != f.pieces[at] {
			f.pieces[at] = next
			return
		}
	}
}
