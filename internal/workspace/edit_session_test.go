package workspace

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/google/go-cmp/cmp"
)

// An editSession is files that import each other in the hands of an editor: generated
// programs whose definitions call each other within a file and across files.
type editSession struct {
	*testing.T
	rand  *rand.Rand
	s     *Snapshot
	texts map[string]*rope.Text
	past  []map[string]*rope.Text // for undo
	log   []string
	edits int
}

var sessionPaths = []string{"/a.frac", "/b.frac", "/c.frac", "/d.frac"}

var sessionImports = map[string]string{
	"/a.frac": "",
	"/b.frac": "import \"a.frac\"\n",
	"/c.frac": "import \"b.frac\"\nimport \"a.frac\"\n",
	"/d.frac": "import \"c.frac\"\n",
}

const sessionRules = `
lint halves { var x match x / 2 where is_pure(x) hint "half of {x}" }
lint sums { var x, y match x + y * 2 warn "{x} and {y} twice" }
`

// TestEditSessions holds what snapshots say after edits, some of them asked by who does not wait
// for the answer, against what fresh ones of the same texts say. EDIT_SESSIONS is how many
// sessions are played, EDIT_SEED the first one's seed.
func TestEditSessions(t *testing.T) {
	sessions, seed := uint64(12), uint64(1)
	if testing.Short() {
		sessions = 4
	}
	if long, err := strconv.ParseUint(os.Getenv("EDIT_SESSIONS"), 10, 64); err == nil {
		sessions = long
	}
	if first, err := strconv.ParseUint(os.Getenv("EDIT_SEED"), 10, 64); err == nil {
		seed = first
	}
	edits := 0
	for ; sessions > 0 && !t.Failed(); sessions-- {
		e := newEditSession(t, seed)
		for range 3 + e.rand.IntN(25) {
			e.step()
			if t.Failed() {
				break
			}
		}
		if !t.Failed() {
			e.compare()
		}
		if t.Failed() {
			t.Logf("seed %d, %d edits:\n%s", seed, e.edits, strings.Join(e.log[max(0, len(e.log)-12):], "\n"))
		}
		edits += e.edits
		seed++
	}
	t.Logf("%d edits", edits)
}

func newEditSession(t *testing.T, seed uint64) *editSession {
	e := &editSession{T: t, rand: rand.New(rand.NewPCG(seed, 8)), texts: map[string]*rope.Text{}}
	texts := map[string]string{"/fraccheck.toml": "rules = [\"r.fracrule\"]\n", "/r.fracrule": sessionRules}
	if e.chance(50) {
		delete(texts, "/fraccheck.toml")
	}
	for _, path := range sessionPaths {
		e.texts[path] = rope.New(e.program(path))
	}
	e.s = Open(Options{Files: inMemory(nil), Root: "/"}).With(texts).WithTexts(e.texts)
	return e
}

func (e *editSession) chance(percent int) bool { return e.rand.IntN(100) < percent }

func pickOf[T any](e *editSession, from []T) T { return from[e.rand.IntN(len(from))] }

// program is a file of definitions; one in some has none, and only calls what it imports.
func (e *editSession) program(path string) string {
	var b strings.Builder
	b.WriteString(pickOf(e, []string{"", "", "", "\ufeff", "# 𝔸é\r\n", "\r", "#[version = \"0.0.5\"]\n"}))
	b.WriteString(sessionImports[path])
	if path == "/a.frac" {
		b.WriteString("data Tone { Red : () -> Tone  Green : (int32) -> Tone  Blue : () -> Tone }\n")
	}
	if path != "/d.frac" || e.chance(30) {
		for i := range 3 + e.rand.IntN(6) {
			b.WriteString(e.definition(path, i))
		}
	}
	for range 1 + e.rand.IntN(3) {
		b.WriteString(e.statement(path))
	}
	return b.String()
}

// own is a name of a file, number i; those of one in some are another file's.
func (e *editSession) own(path string, i int) string {
	if e.chance(6) {
		path = pickOf(e, sessionPaths)
	}
	return fmt.Sprintf("@%c%d", path[1], i)
}

// callee is a name that a file may see: mostly of itself.
func (e *editSession) callee(path string) string {
	from := path[1]
	if from > 'a' && e.chance(45) || from == 'd' && e.chance(80) {
		from = 'a' + byte(e.rand.IntN(int(from-'a')))
	}
	return fmt.Sprintf("@%c%d", from, e.rand.IntN(9))
}

func (e *editSession) definition(path string, i int) string {
	result := " -> int32"
	if e.chance(15) {
		result = ""
	}
	return fmt.Sprintf("%sdef %s(%%n: int32, %%r: ref(int32))%s {%s%s%s}\n",
		pickOf(e, []string{"", "", "", "# about\n", "#[cost(work = \"n\")]\n", "\n"}),
		e.own(path, i), result, pickOf(e, []string{" ", "\n  ", "\r\n  ", " /* 𝔸 */ "}), e.body(path, 3), pickOf(e, []string{" ", "\n"}))
}

func (e *editSession) statement(path string) string {
	return pickOf(e, []string{"{ " + e.call(path) + "; 4 }\n", e.call(path) + "\n", "assert " + e.call(path) + " == 1\n", "reduce(add, map(fn(%m) { " + e.callee(path) + "(%m, ref(1)) }, [1, 2]), 0)\n"})
}

func (e *editSession) call(path string) string {
	return fmt.Sprintf("%s(%s, %s)", e.callee(path), e.number(), "ref(1)")
}

func (e *editSession) number() string {
	return pickOf(e, []string{"1", "2", "0", "12 / 4", "7"})
}

// body is an expression over %n and %r.
func (e *editSession) body(path string, fuel int) string {
	if fuel == 0 {
		return pickOf(e, []string{"%n", "1", "2", "%n - 1", "ref_read(%r)"})
	}
	sub := func() string { return e.body(path, e.rand.IntN(fuel)) }
	switch e.rand.IntN(14) {
	case 0:
		return "{ ref_write(%r, " + sub() + "); " + sub() + " }"
	case 1:
		return "ref_read(%r)"
	case 2, 3, 4, 5:
		return fmt.Sprintf("%s(%s, %%r)", e.callee(path), sub())
	case 6:
		return "{ " + fmt.Sprintf("%s(%s, %%r)", e.callee(path), sub()) + "; " + sub() + " }"
	case 7:
		return "if (" + sub() + " == 0) { " + sub() + " } else { " + fmt.Sprintf("%s(%%n - 1, %%r)", e.callee(path)) + " }"
	case 8:
		return "match? (Cons(" + sub() + ", Nil())) { Cons(%h, Nil) => %h }"
	case 9:
		return "match (Green(" + sub() + ")) { Green(%g) => %g, " + pickOf(e, []string{"Red => 1, Blue => 2", "_ => 3", "Red => " + sub()}) + " }"
	case 10:
		return "(" + sub() + pickOf(e, []string{" + ", " / ", " * "}) + sub() + ")"
	case 11:
		return "reduce(add, map(fn(%m) { " + fmt.Sprintf("%s(%%m, %%r)", e.callee(path)) + " }, [1, 2]), " + sub() + ")"
	case 12:
		return "{ let %f = fn(%y: int32) -> int32 { " + sub() + " }; %f(" + sub() + ") }"
	}
	return sub()
}

// step makes some edits, and asks in one of several ways.
func (e *editSession) step() {
	for range 1 + e.rand.IntN(2) {
		e.edit()
	}
	switch e.rand.IntN(8) {
	case 0: // the next edit comes first
	case 1, 2:
		e.cancelled()
	case 3:
		_, _ = e.s.Check(context.Background(), []string{pickOf(e, sessionPaths)})
	case 4: // an edit comes while somebody asks
		done := make(chan struct{})
		s, path := e.s, pickOf(e, sessionPaths)
		go func() {
			defer close(done)
			_, _ = s.Check(context.Background(), []string{path})
		}()
		time.Sleep(time.Duration(e.rand.IntN(2000)) * time.Microsecond)
		e.edit()
		if e.chance(50) {
			e.compare()
		}
		<-done
	default:
		e.compare()
	}
}

// cancelled asks with a context that ends at some point.
func (e *editSession) cancelled() {
	ctx := &endingContext{Context: context.Background(), done: make(chan struct{})}
	ctx.left.Store(int64(e.rand.IntN(1 + 1<<e.rand.IntN(11))))
	e.log = append(e.log, fmt.Sprintf("asked %d times whether it ended", ctx.left.Load()))
	s := e.s.For(ctx)
	paths := []string{pickOf(e, sessionPaths)}
	if e.chance(40) {
		paths = sessionPaths
	}
	_, _ = s.Check(ctx, paths)
	if e.chance(30) {
		if source, err := s.Source(paths[0]); err == nil && source.File.Len() > 0 {
			_, _ = s.CheckItem(paths[0], e.rand.IntN(source.File.Len()))
		}
	}
	if file, err := s.File(paths[0]); err == nil && e.chance(30) {
		for i := range file.Source.File.Len() {
			if o := file.Module.Object(i); o != nil && o.Kind == typecheck.DefObject {
				file.Bound(ctx, i)
			}
		}
	}
}

// edit changes one text in one of many ways.
func (e *editSession) edit() {
	if len(e.past) > 0 && e.chance(8) {
		back := e.past[max(0, len(e.past)-1-e.rand.IntN(3))]
		e.past = append(e.past, maps.Clone(e.texts))
		changed := map[string]*rope.Text{}
		for path, text := range back {
			if e.texts[path] != text {
				changed[path] = text
			}
		}
		e.put("undo", changed)
		return
	}
	e.past = append(e.past, maps.Clone(e.texts))
	path := pickOf(e, sessionPaths)
	if e.chance(30) {
		path = "/a.frac"
	}
	was := e.texts[path]
	from, to, with := e.change(path, was.String())
	text := was.Replace(from, to, with)
	if from == 0 && to == was.Len() {
		text = rope.New(with)
	}
	e.put(fmt.Sprintf("%s [%d:%d] %q", path, from, to, with), map[string]*rope.Text{path: text})
}

func (e *editSession) put(log string, texts map[string]*rope.Text) {
	e.edits++
	e.log = append(e.log, log)
	maps.Copy(e.texts, texts)
	e.texts = maps.Clone(e.texts)
	if e.chance(5) {
		changed := map[string]string{}
		for path, text := range texts {
			changed[path] = text.String()
		}
		e.s = e.s.With(changed)
		return
	}
	e.s = e.s.WithTexts(texts)
}

var sessionScraps = []string{
	"", " ", "\n", "\r\n", "\r", "(", ")", "{", "}", "/*", "*/", "# ", "\"", "𝔸", "é", "\ufeff", "%n", "%r", "@a1", "@b2", "1", "0", "ref_read(%r)",
	"ref_write(%r, 1); ", "assert 1 == 2\n", "%gone", "def ", "Purple()", "# fraccheck:ignore discarded-value\n", "\x00", "\xff",
	"data Shape { Cube : () -> Shape }\n", "import \"a.frac\"\n", "<<<<<<< x\n", ": float32",
}

// change chooses what of a text is replaced, and by what.
func (e *editSession) change(path, text string) (from, to int, with string) {
	places := definitionsIn(text)
	kind := e.rand.IntN(20)
	if len(places) == 0 {
		kind = 14 + e.rand.IntN(6)
	}
	var at span
	if len(places) > 0 {
		at = pickOf(e, places)
	}
	open := at.from + max(0, strings.IndexByte(text[at.from:at.to], '{'))
	switch kind {
	case 0, 1, 2, 3, 4: // another body
		return open, at.to, "{ " + e.body(path, 3) + " }\n"
	case 5: // another definition
		return at.from, at.to, e.definition(path, e.rand.IntN(9))
	case 6: // taken away
		return at.from, at.to, ""
	case 7: // written again, here or elsewhere
		to := pickOf(e, places).from
		return to, to, text[at.from:at.to]
	case 8: // new
		return at.to, at.to, e.definition(path, e.rand.IntN(9))
	case 9: // renamed
		if name := strings.IndexByte(text[at.from:at.to], '@'); name >= 0 {
			name += at.from
			return name, min(len(text), name+3), e.own(path, e.rand.IntN(9))
		}
		return at.from, at.from, ""
	case 10: // its brace, and so its body
		return open, min(open+1, len(text)), ""
	case 11: // one call in it names another
		return e.recalled(path, text, at)
	case 12: // without its body
		return open, at.to, "\n"
	case 13: // several at once
		last := pickOf(e, places)
		from, to := min(at.from, last.from), max(at.to, last.to)
		return from, to, e.definition(path, e.rand.IntN(9)) + e.definition(path, e.rand.IntN(9))
	case 14: // all
		return 0, len(text), e.program(path)
	case 15: // the first bytes
		to := min(len(text), e.rand.IntN(4))
		return 0, to, pickOf(e, sessionScraps)
	case 16:
		return len(text), len(text), e.statement(path)
	case 17: // the beginning of a line
		line := strings.LastIndexByte(text[:e.rand.IntN(len(text)+1)], '\n') + 1
		return line, line, pickOf(e, sessionScraps)
	}
	from = e.rand.IntN(len(text) + 1)
	return from, min(len(text), from+e.rand.IntN(6)), pickOf(e, sessionScraps)
}

// recalled has a call in a definition name another one.
func (e *editSession) recalled(path, text string, at span) (from, to int, with string) {
	var calls []int
	for i := at.from + 5; i+3 <= at.to; i++ {
		if text[i] == '@' {
			calls = append(calls, i)
		}
	}
	if len(calls) < 2 {
		return at.to, at.to, e.statement(path)
	}
	from = pickOf(e, calls[1:])
	return from, from + 3, e.callee(path)
}

type span struct{ from, to int }

// definitionsIn are where the definitions of a text stand, each up to the next one.
func definitionsIn(text string) (found []span) {
	for at := 0; ; {
		next := strings.Index(text[at:], "def @")
		if next < 0 {
			break
		}
		if len(found) > 0 {
			found[len(found)-1].to = at + next
		}
		found = append(found, span{at + next, len(text)})
		at += next + 5
	}
	if n := len(found); n > 0 {
		if end := strings.Index(text[found[n-1].from:], "}\n"); end >= 0 {
			found[n-1].to = found[n-1].from + end + 2
		}
	}
	return found
}

// compare holds all that is known of the files against what fresh snapshots know.
func (e *editSession) compare() {
	e.Helper()
	texts := map[string]string{}
	overlay := e.s.files.(Overlay)
	for path, text := range overlay.Held {
		texts[path] = text.String()
	}
	fresh := Open(Options{Files: inMemory(nil), Root: "/"}).With(texts)
	paths := slices.Clone(sessionPaths)
	e.rand.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	for _, path := range paths {
		got := allOf(e.T, e.s, path)
		if diff := cmp.Diff(allOf(e.T, fresh, path), got); diff != "" {
			e.Errorf("%s after the edits (-fresh +edited):\n%s", path, diff)
			return
		}
	}
	e.log = append(e.log, "compared")
}

// allOf is everything that can be known of a file, with costs and positions.
func allOf(t *testing.T, s *Snapshot, path string) string {
	if _, err := s.Source(path); err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString(everything(t, s, path))
	file, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range file.Source.File.Len() {
		if o := file.Module.Object(i); o != nil && o.Kind == typecheck.DefObject {
			bound := file.Bound(context.Background(), i)
			fmt.Fprintln(&b, o.Name, bound.Text(complexity.Work), bound.Text(complexity.Span), bound.Loss.String())
		}
	}
	text := file.Source.Text()
	for at := 0; at <= len(text); at += 1 + len(text)/40 {
		p := file.Source.Lines.Position(int32(at))
		fmt.Fprintln(&b, p, strconv.Quote(file.Source.Lines.Line(p.Line)))
	}
	fmt.Fprintln(&b, file.Source.Lines.Count(), file.Source.File.Size(), len(text))
	return b.String()
}
