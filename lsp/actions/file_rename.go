package actions

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

var fileRenameFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodWorkspaceWillRenameFiles: request.Handles(willRenameFiles)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		if c.Workspace == nil {
			c.Workspace = &protocol.WorkspaceOptions{}
		}
		ours := programFiles()
		c.Workspace.FileOperations = &protocol.FileOperationOptions{
			WillRename: ours, DidRename: ours, DidCreate: ours, DidDelete: ours,
		}
	},
}

// programFiles are the files whose coming and going matters, and all folders:
// there may be programs in them.
func programFiles() protocol.FileOperationRegistrationOptions {
	scheme := "file"
	return protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{
		{Scheme: &scheme, Pattern: protocol.FileOperationPattern{
			Glob: "**/*.{frac,relay,rly,raf}", Matches: protocol.FileOperationPatternKindFile}},
		{Scheme: &scheme, Pattern: protocol.FileOperationPattern{
			Glob: "**", Matches: protocol.FileOperationPatternKindFolder}},
	}}
}

// A move is a file or a folder that gets another path.
type move struct{ from, to string }

// moved is where a path is after the moves; the innermost one counts.
func moved(moves []move, path string) string {
	to, longest := path, -1
	for _, m := range moves {
		rest, ok := strings.CutPrefix(path, m.from)
		if ok && len(m.from) > longest && (rest == "" || rest[0] == filepath.Separator) {
			to, longest = m.to+rest, len(m.from)
		}
	}
	return to
}

// willRenameFiles writes the imports so that they lead to the same files after
// files and folders have moved: those that lead to what moves, and those in it.
func willRenameFiles(ctx context.Context, v *request.View, p *protocol.RenameFilesParams) (any, error) {
	var moves []move
	for _, f := range p.Files {
		m := move{request.FilePath(uri.URI(f.OldURI)), request.FilePath(uri.URI(f.NewURI))}
		if m.from != "" && m.to != "" {
			moves = append(moves, m)
		}
	}
	var edits []workspace.Edit
	for _, source := range v.Finder().Sources(ctx) {
		imports, _ := v.Snapshot.Imports(source.Path) // it is read already
		for _, i := range imports {
			if text, ok := movedImport(moves, i); ok {
				edits = append(edits, workspace.Edit{Place: request.Unquoted(i.Place), NewText: text})
			}
		}
	}
	if len(edits) == 0 {
		return nil, nil
	}
	return workspaceEdit(request.NewMapper(v), edits), nil
}

// movedImport is what an import says after the moves; false where it stays.
//
// An import is a relative path, so it changes if either end moves:
//
//	import p in file a  ⟶  rel(dir(move(a)), move(join(dir(a), p)))
//
// It is left alone where that is the same path, whatever way it was written. What a symbolic
// link leads to counts as the target, too.
func movedImport(moves []move, i workspace.Import) (string, bool) {
	at := request.Unquoted(i.Place).Span
	said := i.Source.Text()[at.Start:at.End]
	from, to := i.Source.Path, filepath.FromSlash(said)
	absolute := filepath.IsAbs(to)
	if !absolute {
		to = filepath.Join(filepath.Dir(from), to)
	}
	newFrom, newTo := moved(moves, from), moved(moves, to)
	if newTo == to && i.Path != to { // a link may lead to what moves
		if real := moved(moves, i.Path); real != i.Path {
			newTo = real
		}
	}
	if said == "" || newFrom == from && newTo == to {
		return "", false
	}
	if absolute {
		return filepath.ToSlash(newTo), newTo != to
	}
	rel, err := filepath.Rel(filepath.Dir(newFrom), newTo)
	if err != nil {
		return "", false
	}
	text := filepath.ToSlash(rel)
	if strings.HasPrefix(said, "./") && !strings.HasPrefix(text, "../") {
		text = "./" + text
	}
	return text, path.Clean(text) != path.Clean(said)
}
