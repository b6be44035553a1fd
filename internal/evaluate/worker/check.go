package worker

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Diagnostic is what a check by execution found in an item. Positions are
// relative to the item.
type Diagnostic struct {
	Item     int            `json:"item"`
	Code     codes.Code     `json:"code"`
	Severity codes.Severity `json:"severity"`
	Span     syntax.Span    `json:"span"`
	Message  string         `json:"message"`
	Notes    []string       `json:"notes,omitempty"`
	Fixes    []syntax.Fix   `json:"fixes,omitempty"`
	Data     map[string]any `json:"data,omitempty"`
}

// ByItem are the findings of a check as the analyzers report them.
func (r *Response) ByItem() map[int][]syntax.Diagnostic {
	byItem := map[int][]syntax.Diagnostic{}
	for _, d := range r.Diagnostics {
		byItem[d.Item] = append(byItem[d.Item], syntax.Diagnostic{
			Code: d.Code, Severity: d.Severity, Span: d.Span,
			Message: d.Message, Notes: d.Notes, Fixes: d.Fixes, Data: d.Data,
		})
	}
	return byItem
}

// check makes the checks by execution over a file or one item of it.
func check(ctx context.Context, m *moment, r *Run) (Response, error) {
	source, err := m.snapshot.Source(r.Path)
	if err != nil {
		return Response{}, err
	}
	items := make([]int, 0, len(source.File.Items))
	for i := range source.File.Items {
		if r.Item == nil || *r.Item == i {
			items = append(items, i)
		}
	}
	found, err := m.snapshot.Execute(ctx, r.Path, items)
	if err != nil {
		return Response{}, err
	}
	var response Response
	for _, i := range items {
		for _, d := range found[i] {
			response.Diagnostics = append(response.Diagnostics, Diagnostic{i, d.Code, d.Severity, d.Span, d.Message, d.Notes, d.Fixes, d.Data})
		}
	}
	return response, nil
}
