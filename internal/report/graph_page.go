package report

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

// writeGraph writes the page of a model's graph, and returns its address; "" where there is none,
// because the file is no model or has errors.
func (f *file) writeGraph() (string, error) {
	if f.source.Model == nil || f.counts[codes.Error] > 0 {
		return "", nil
	}
	assumed, err := cost.Assumed(f.site.Snapshot, f.source.Path, nil)
	if err != nil {
		return "", err
	}
	view, err := picture.View(f.site.Snapshot, f.source.Path, "", assumed)
	if err != nil {
		return "", nil // nothing is computed in it
	}
	address := "files/" + f.slug + "+graph.html"
	return address, f.site.folder.writeText(address, string(browse.Page(view)))
}
