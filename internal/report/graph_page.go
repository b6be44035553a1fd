package report

import (
	"context"
	"fmt"

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

// compare compares the file with what it was in the base, where that is asked for, and writes the
// page that draws both models.
func (f *file) compare(ctx context.Context) error {
	if f.site.Compare == nil {
		return nil
	}
	found, err := f.site.Compare(ctx, f.source.Path)
	if err != nil {
		return fmt.Errorf("comparing %s with %s: %w", f.name(), f.site.Base, err)
	}
	if f.compared = found; found == nil || len(found.Page) == 0 {
		return nil
	}
	return f.site.folder.writeText(f.comparedAt(), string(found.Page))
}

// comparedAt is the address of the page that draws the file beside what it was.
func (f *file) comparedAt() string { return "files/" + f.slug + "+compared.html" }
