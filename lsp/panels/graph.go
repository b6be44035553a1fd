package panels

import (
	"cmp"
	"context"
	"math"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A pictureReply is a picture of a program whose parts lead to its text, for clients.
type pictureReply struct {
	Title string          `json:"title"`
	Range *protocol.Range `json:"range,omitempty"` // whose positions all have this picture
	SVG   string          `json:"svg"`
	Nodes []pictureNode   `json:"nodes"`
}

// A pictureNode is a part of a picture and a place that it stands for.
type pictureNode struct {
	ID    string         `json:"id"`
	URI   uri.URI        `json:"uri,omitempty"` // where it is another document
	Range protocol.Range `json:"range"`
}

// drawGraph draws the dataflow graph of the definition or the expression at a position.
func drawGraph(ctx context.Context, v *request.View, a *placeArguments, _ protocol.ProgressToken) (any, error) {
	source, i, _, err := a.program(v)
	if err != nil {
		return nil, err
	}
	item, err := picture.DrawnAt(v.Snapshot, source.Path, i)
	if err != nil {
		return nil, request.Failed(err)
	}
	picture, svg, err := drawn(ctx, item)
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case err != nil:
		return nil, request.Failed(err)
	}
	whole := request.NewMapper(v).ExtentOf(source, i)
	return pictureReply{Title: request.ItemTitle(source.File.Item(i)), Range: &whole, SVG: string(svg), Nodes: graphNodes(v, source, picture)}, nil
}

// drawn is a picture of an item that fits a page, unless the context ends.
func drawn(ctx context.Context, item drawing.Item) (picture *drawing.Picture, svg []byte, err error) {
	stopped := steps.Run(func() {
		picture = drawing.Within(steps.New(ctx, math.MaxInt), item)
		picture.Shorten()
		svg, err = page.SVG(picture, page.Auto)
	})
	return picture, svg, cmp.Or(stopped, err)
}

// graphNodes are the nodes of a picture of an item of a source.
func graphNodes(v *request.View, source *workspace.Source, picture *drawing.Picture) []pictureNode {
	nodes, spans := page.Nodes(picture), []syntax.Span{}
	for _, n := range nodes {
		spans = append(spans, n.Span)
	}
	shown := []pictureNode{}
	for i, r := range request.NewMapper(v).Ranges(source, spans) {
		shown = append(shown, pictureNode{ID: nodes[i].ID, Range: r})
	}
	return shown
}
