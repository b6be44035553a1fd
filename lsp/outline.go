package lsp

import (
	"sync"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

// An outline tells by name what a file declares and mentions: which of its
// items may have to do with a name, before anything is checked.
type outline struct {
	source   *workspace.Source
	declares map[string][]int // the items that declare a global, a type or a constructor
	mentions map[string][]int // the items in which it stands
}

// outlines keeps that of each file, for as long as the file stays the same.
type outlines struct {
	mu   sync.Mutex
	last map[string]*outline // by path
}

// of is the outline of a file. Two who ask at once may both work it out.
func (o *outlines) of(source *workspace.Source) *outline {
	o.mu.Lock()
	found := o.last[source.Path]
	o.mu.Unlock()
	if found != nil && found.source == source {
		return found
	}
	made := newOutline(source)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == nil {
		o.last = map[string]*outline{}
	}
	o.last[source.Path] = made
	return made
}

// forget drops that of a file that is no longer shown.
func (o *outlines) forget(path string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.last, path)
}

func newOutline(source *workspace.Source) *outline {
	o := &outline{source, map[string][]int{}, map[string][]int{}}
	for i, item := range source.File.Items {
		for _, name := range declaredNames(item) {
			o.declares[name] = append(o.declares[name], i)
		}
		for _, name := range mentionedNames(item) {
			o.mentions[name] = append(o.mentions[name], i)
		}
	}
	return o
}

// metadataName stands for the section of constants, which has no name of its
// own.
const metadataName = "#[metadata]"

// declaredNames are those that an item gives to the rest of its file.
func declaredNames(item *syntax.Item) []string {
	if item.Kind(item.Root) == syntax.ItemMetadata {
		return []string{metadataName}
	}
	if _, ok := symbolKinds[item.Kind(item.Root)]; !ok {
		return nil
	}
	names := []string{item.SourceText(item.Kid(item.Root, 0))}
	for _, n := range item.Kids(item.Root) {
		if item.Kind(n) == syntax.Constructor {
			names = append(names, item.SourceText(item.Kid(n, 0)))
		}
	}
	return names
}

// isGlobalName are the nodes whose name may be declared elsewhere.
var isGlobalName = map[syntax.Kind]bool{
	syntax.Global: true, syntax.Name: true, syntax.TypeName: true, syntax.PatName: true,
}

// mentionedNames are the names in an item, each once.
func mentionedNames(item *syntax.Item) []string {
	var names []string
	seen := map[string]bool{}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		name := ""
		switch kind := item.Kind(n); {
		case isGlobalName[kind]:
			name = item.SourceText(n)
		case kind == syntax.Meta:
			name = metadataName
		}
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
