package repair

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

const (
	mostBeside = 100 // files of a folder that are read for the names that a file of it lacks
	mostUses   = 3   // further uses that are shown with the first
)

// An absence is what a file lacks: a name, or the import of the file beside it that declares
// several names. A variable is absent from its item alone.
type absence struct {
	source *workspace.Source
	name   string
	item   int    // of a variable, else -1
	path   string // of the import, in place of a name
}

// JoinUndefined joins the errors of one absence: the first use of an undefined name stays and shows
// the others. That is for people who read a list of errors; an editor marks each use.
func (w Workspace) JoinUndefined(findings []workspace.Finding) (joined []workspace.Finding) {
	beside := map[*workspace.Source]map[string]string{}
	uses := map[absence][]workspace.Finding{}
	at := map[absence]int{}
	for _, f := range findings {
		if f.Code != codes.UndefinedName || f.Severity != codes.Error || f.Item < 0 {
			joined = append(joined, f)
			continue
		}
		if beside[f.Source] == nil {
			beside[f.Source] = w.declaredBeside(f.Source)
		}
		lacks := absence{source: f.Source, name: nameOf(f), item: -1, path: beside[f.Source][nameOf(f)]}
		switch {
		case lacks.path != "":
			lacks.name = ""
		case strings.HasPrefix(lacks.name, "%"):
			lacks.item = f.Item
		}
		if uses[lacks] == nil {
			at[lacks] = len(joined)
			joined = append(joined, f)
		}
		uses[lacks] = append(uses[lacks], f)
	}
	for lacks, all := range uses {
		joined[at[lacks]] = lacks.finding(all)
	}
	return joined
}

func nameOf(f workspace.Finding) string { return f.Source.Text()[f.Span.Start:f.Span.End] }

// finding is the first of the uses, with the places of others. Of what an import declares, each name
// is shown once.
func (a absence) finding(uses []workspace.Finding) workspace.Finding {
	f := uses[0]
	f.Notes, f.Related = slices.Clip(f.Notes), slices.Clip(f.Related)
	shown, others := map[string]bool{nameOf(f): true}, uses[1:]
	if a.path != "" {
		f.Fixes = nil
		f.Notes = []string{fmt.Sprintf("%q declares `%s`: write `import %q` above the definitions.", a.path, nameOf(f), a.path)}
		others = slices.DeleteFunc(slices.Clone(others), func(f workspace.Finding) bool {
			before := shown[nameOf(f)]
			shown[nameOf(f)] = true
			return before
		})
	}
	for _, other := range others[:min(len(others), mostUses)] {
		message := "it is used here too"
		if a.path != "" {
			message = fmt.Sprintf("%q declares `%s` too", a.path, nameOf(other))
		}
		f.Related = append(f.Related, workspace.Related{Place: other.Place, Message: message})
	}
	if more := len(others) - mostUses; more > 0 && a.path == "" {
		f.Notes = append(f.Notes, "It is used in "+console.Count(more, "more place", "more places")+".")
	}
	return f
}

// declaredBeside are the names that files in the folder of a program declare, with the path by which
// it can import the file. A name that several of them declare is not among them.
func (w Workspace) declaredBeside(source *workspace.Source) map[string]string {
	names := map[string]string{}
	module, err := w.Finder.Snapshot.Module(source.Path)
	if err != nil || !source.Program() {
		return names
	}
	importer := Importer{Workspace: w, Source: source, Module: module}
	beside := w.Finder.Snapshot.Importable(source.Path, "")
	for _, path := range beside[:min(len(beside), mostBeside)] {
		if strings.HasSuffix(path, "/") {
			continue
		}
		other, err := w.Finder.Snapshot.Source(filepath.Join(filepath.Dir(source.Path), path))
		if err != nil {
			continue
		}
		if _, path, ok := importer.Of(other); ok {
			for name := range w.Outlines.Of(other).Declares {
				if _, twice := names[name]; twice {
					path = ""
				}
				names[name] = path
			}
		}
	}
	return names
}
