package reference

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// An Outline lists by name what a file declares and mentions: which of its
// items may have to do with a name, before anything is checked. Items are given
// by their numbers in the file, in its order.
type Outline struct {
	Source   *workspace.Source
	Declares map[string][]int // the items that declare a global, a type or a constructor
	Mentions map[string][]int // the items in which the name stands
}

// Outlines keeps that of each file, for as long as the file stays the same. The
// zero value is empty.
type Outlines struct {
	mu   sync.Mutex
	last map[string]*Outline // by path
}

// Of is the outline of a file. Two who ask at once may both work it out.
func (o *Outlines) Of(source *workspace.Source) *Outline {
	o.mu.Lock()
	found := o.last[source.Path]
	o.mu.Unlock()
	if found != nil && found.Source == source {
		return found
	}
	made := newOutline(source)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == nil {
		o.last = map[string]*Outline{}
	}
	o.last[source.Path] = made
	return made
}

// Forget drops that of a file that is no longer shown.
func (o *Outlines) Forget(path string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.last, path)
}

func newOutline(source *workspace.Source) *Outline {
	o := &Outline{source, map[string][]int{}, map[string][]int{}}
	for i, item := range source.File.All() {
		for _, name := range declaredNames(item) {
			o.Declares[name] = append(o.Declares[name], i)
		}
		for _, name := range Mentioned(item) {
			o.Mentions[name] = append(o.Mentions[name], i)
		}
	}
	return o
}

// metadataName represents the section of constants, which has no name of its
// own.
const metadataName = "#[metadata]"

// declaredNames are those that an item gives to the rest of its file.
func declaredNames(item *syntax.Item) []string {
	if item.Kind(item.Root) == syntax.ItemMetadata {
		return []string{metadataName}
	}
	return item.DeclaredNames()
}

// Declaring are the items of a file that declare a name: as a type, or as a
// function or a constructor.
func Declaring(source *workspace.Source, name string, isType bool) []*syntax.Item {
	var found []*syntax.Item
	for _, item := range source.File.All() {
		named := item.Declared() != syntax.NoNode && item.SourceText(item.Declared()) == name
		if named && declaresFunction[item.Kind(item.Root)] != isType || !isType && constructs(item, name) {
			found = append(found, item)
		}
	}
	return found
}

// declaresFunction are the declarations whose name is no type.
var declaresFunction = map[syntax.Kind]bool{syntax.ItemDef: true, syntax.ItemDecl: true}

func constructs(item *syntax.Item, name string) bool {
	for n := range item.Constructors() {
		if item.SourceText(item.Constructor(n).Name) == name {
			return true
		}
	}
	return false
}

// Repeats reports whether the name that an item declares is in it once more.
func Repeats(item *syntax.Item) bool {
	declared := item.Declared()
	name := item.SourceText(declared)
	for mentioned, n := range item.Mentions() {
		if n != declared && mentioned == name {
			return true
		}
	}
	return false
}

// Mentioned are the names in an item, each once.
func Mentioned(item *syntax.Item) []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for name := range item.Mentions() {
		add(name)
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Meta {
			add(metadataName)
			break
		}
	}
	return names
}
