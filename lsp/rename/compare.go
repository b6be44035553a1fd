package rename

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A resolution is what the names of a file denote in one snapshot.
type resolution struct {
	snapshot *workspace.Snapshot
	source   *workspace.Source
	seen     []*workspace.Source // the file and what it imports
	ranks    map[*syntax.Item][]int32
}

// newResolution lists the files in the order of the imports, which a renaming does not change.
func newResolution(snapshot *workspace.Snapshot, source *workspace.Source) *resolution {
	r := &resolution{snapshot, source, []*workspace.Source{source}, map[*syntax.Item][]int32{}}
	imports, _ := snapshot.Imports(source.Path) // it is read already
	for _, i := range imports {
		if i.Target != nil {
			r.seen = append(r.seen, i.Target)
		}
	}
	return r
}

// An identity names the declaration of an object by its place in the tree, which a renaming
// does not change, and not by its text, which it does. It distinguishes objects of one snapshot in such a way that those of
// another one that are the same have the same.
type identity struct {
	file  int          // from 1, of those that are seen; 0 for the prelude
	index int          // of the item in the file
	item  *syntax.Item // in the prelude, which all snapshots share
	rank  int32        // of the node, tail segments left out: a new name may have other ones
	op    string
}

// identity computes the identity of an object that the file sees.
func (r *resolution) identity(o *typecheck.Object) identity {
	if o.Item == nil {
		return identity{op: o.Op}
	}
	rank := r.rank(o.Item)[o.Node]
	for file, source := range r.seen {
		if i, ok := source.Index(o.Item); ok {
			return identity{file: file + 1, index: i, rank: rank}
		}
	}
	return identity{item: o.Item, rank: rank}
}

// rank numbers the nodes of an item without the tail segments.
func (r *resolution) rank(item *syntax.Item) []int32 {
	if found := r.ranks[item]; found != nil {
		return found
	}
	ranks, next := make([]int32, item.Len()), int32(0)
	for n := range ranks {
		ranks[n] = next
		if item.Kind(syntax.NodeID(n)) != syntax.Segment {
			next++
		}
	}
	r.ranks[item] = ranks
	return ranks
}

// A comparison decides whether a file means the same after a renaming. Let before and after
// map each name of the file to the object that it stands for. The renaming is correct iff
//
//	identity(before(n)) = identity(after(n))  for every name n of every file,
//
// where identity does not depend on spelling. From left to right this excludes both kinds of
// capture: a use of the object that an inner declaration of the new name takes, as in renaming
// %a to %b in `let %a = 1; let %b = 2; %a`, and another name that the renamed declaration
// takes, as in renaming %b to %a there. No rule about scopes is written here: the resolver of
// the checker is asked twice.
//
// The two trees have the same nodes in the same order but for tail segments,
// which a new name may have more or fewer of: nodes are paired by their rank
// without them, and each pair has to denote the same identity.
type comparison struct {
	*renaming
	before, after *resolution
}

// files compares all items of the file that may have changed their meaning.
func (c *comparison) files() error {
	old, renamed := c.before.source, c.after.source
	if old.File.Len() != renamed.File.Len() {
		return c.unlike(syntax.Span{})
	}
	for i, item := range old.File.All() {
		if !c.concerns(i, item) {
			continue
		}
		a, err := c.before.snapshot.Result(old.Path, i)
		if err != nil {
			return err
		}
		b, err := c.after.snapshot.Result(renamed.Path, i)
		if err != nil {
			return err
		}
		if err := c.items(i, a, b); err != nil {
			return err
		}
	}
	return nil
}

// concerns reports whether an item may mean something else after the renaming.
// Where a variable is renamed, only what is edited does. Elsewhere one that
// holds neither name does not, unless a type comes or goes: it may hide
// functions of the prelude.
func (c *comparison) concerns(i int, item *syntax.Item) bool {
	if reference.IsLocal(c.renaming.object) {
		return item.Text != c.after.source.File.Item(i).Text
	}
	return c.renaming.object.Kind == typecheck.TypeObject || strings.Contains(item.Text, c.written()) ||
		strings.Contains(item.Text, strings.TrimPrefix(c.name, "%"))
}

// items pairs the nodes of an item before and after by their order without tail segments. If the
// counts or the kinds differ, the new name is read in another way, as `%a.b` is where %a exists.
func (c *comparison) items(i int, a, b *typecheck.Result) error {
	olds, news := unsegmented(a.Item), unsegmented(b.Item)
	if len(olds) != len(news) || len(a.Item.Errors) != len(b.Item.Errors) {
		return c.unlike(c.before.source.Absolute(i, a.Item.Span(a.Item.Root)))
	}
	for k, n := range olds {
		if a.Item.Kind(n) != b.Item.Kind(news[k]) {
			return c.unlike(c.before.source.Absolute(i, a.Item.Span(n)))
		}
		if err := c.nodes(i, a.Info, b.Info, n, news[k]); err != nil {
			return err
		}
	}
	return c.diagnostics(i, a, b)
}

// unsegmented are the nodes of an item without the tail segments.
func unsegmented(item *syntax.Item) []syntax.NodeID {
	var found []syntax.NodeID
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) != syntax.Segment {
			found = append(found, n)
		}
	}
	return found
}

// nodes compares what a name denotes before and after, and the tail segments
// after it.
func (c *comparison) nodes(i int, a, b *typecheck.Info, n, m syntax.NodeID) error {
	if err := c.objects(i, a, b, n, m); err != nil {
		return err
	}
	if a.Item.Kind(n) != syntax.Local {
		return nil
	}
	rest, now := tail(a, n), tail(b, m)
	if len(rest) != len(now) {
		return c.unlike(c.before.source.Absolute(i, a.Item.Span(n)))
	}
	for k := range rest {
		if err := c.objects(i, a, b, rest[k], now[k]); err != nil {
			return err
		}
	}
	return nil
}

// tail are the segments of a local that do not belong to its name.
func tail(info *typecheck.Info, n syntax.NodeID) []syntax.NodeID {
	segments, end := info.Item.Kids(n), reference.NameSpan(info, n).End
	for len(segments) > 0 && info.Item.Span(segments[0]).Start < end {
		segments = segments[1:]
	}
	return segments
}

// objects compares what two paired nodes stand for, and says which kind of capture it would be.
func (c *comparison) objects(i int, a, b *typecheck.Info, n, m syntax.NodeID) error {
	was, is := a.Object(n), b.Object(m)
	if was == nil && is == nil || was != nil && is != nil && c.before.identity(was) == c.after.identity(is) {
		return nil
	}
	span := a.Item.Span(n)
	where, text := lineOf(c.before.source, c.before.source.Absolute(i, span)), a.Item.Text[span.Start:span.End]
	if was != nil && reference.Same(was, c.renaming.object) {
		return fmt.Errorf("`%s` on %s would refer to something else: there is another `%s`", text, where, c.name)
	}
	return fmt.Errorf("the name `%s` would change what `%s` on %s refers to", c.name, text, where)
}

// diagnostics refuses a renaming that makes an error of what was none.
func (c *comparison) diagnostics(i int, a, b *typecheck.Result) error {
	codes := map[codes.Code]int{}
	for _, d := range a.Diagnostics {
		codes[d.Code]++
	}
	for _, d := range b.Diagnostics {
		if codes[d.Code]--; codes[d.Code] < 0 {
			return fmt.Errorf("the name `%s` would be a mistake on %s: %s",
				c.name, lineOf(c.after.source, c.after.source.Absolute(i, d.Span)), d.Message)
		}
	}
	return nil
}

// unlike refuses a name with which the file would be read in another way.
func (c *comparison) unlike(at syntax.Span) error {
	return fmt.Errorf("with the name `%s`, the text on %s would have another meaning", c.name, lineOf(c.before.source, at))
}
