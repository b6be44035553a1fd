package main

import (
	"path/filepath"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// layers is the net of the manual's picture of a graph.
func layers(root string) ([]byte, error) {
	items, err := drawnFrom(root).Drawn(filepath.Join(root, "docs/images/layers.relay"), "")
	if err != nil {
		return nil, err
	}
	p := drawing.Of(items...)
	p.Shorten()
	return page.SVG(p, page.Auto)
}

// trees are the types of the manual's picture of types.
func trees(root string) ([]byte, error) {
	all, err := drawnFrom(root).TypeTrees(filepath.Join(root, "examples/attention.frac"), "@attend")
	if err != nil {
		return nil, err
	}
	return page.TreesSVG(all, page.Auto), nil
}

func drawnFrom(root string) *workspace.Snapshot {
	return workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: root})
}
