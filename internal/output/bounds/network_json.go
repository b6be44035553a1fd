package bounds

import (
	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// jsonNetworks are the definitions of docs/schema/cost.schema.json with a network.
type jsonNetwork struct {
	File    string       `json:"file"`
	Name    string       `json:"name"`
	Range   output.Range `json:"range"`
	Network *jsonFigures `json:"network"`
	Unknown *Unknown     `json:"unknown"`
}

type jsonFigures struct {
	MultiplyAdds jsonFigure  `json:"multiplyAdds"`
	BytesMoved   jsonFigure  `json:"bytesMoved"`
	Parameters   jsonFigure  `json:"parameters"`
	Statistics   jsonFigure  `json:"statistics"`
	WeightBytes  jsonFigure  `json:"weightBytes"`
	Intensity    *float64    `json:"intensity"`
	PeakMemory   jsonPeak    `json:"peakMemory"`
	Inputs       []jsonInput `json:"inputs"`
	Metric       string      `json:"metric"`
	Layers       []jsonLayer `json:"layers"`
}

// A jsonFigure has the number where no shape variable is in it.
type jsonFigure struct {
	Exact   *string     `json:"exact"`
	Value   *int64      `json:"value"`
	Unknown *jsonReason `json:"unknown"`
}

type jsonReason struct {
	Reason string        `json:"reason"`
	Place  *output.Place `json:"place"`
}

type jsonPeak struct {
	jsonFigure
	Least bool `json:"least"`
}

type jsonInput struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type jsonLayer struct {
	Operator *string       `json:"operator"`
	Place    *output.Place `json:"place"`
	Result   string        `json:"result"`
	Times    string        `json:"times"`
	Figure   jsonFigure    `json:"figure"`
	Share    *float64      `json:"share"`
	OneOf    bool          `json:"oneOf"`
}

// metricNames are the fields of a network that metrics are in.
var metricNames = [...]string{
	network.MultiplyAdds: "multiplyAdds", network.Bytes: "bytesMoved", network.Parameters: "parameters",
}

func writeNetworksJSON(con *console.Console, all []cost.Network, m network.Metric, top int) error {
	out := []jsonNetwork{}
	for i := range all {
		n := &all[i]
		place := output.PlaceOf(n.Place)
		line := jsonNetwork{File: place.File, Name: n.Name, Range: place.Range}
		if n.Report == nil {
			line.Unknown = &Unknown{Reason: unreported}
		} else {
			line.Network = figuresJSON(n, m, top)
		}
		out = append(out, line)
	}
	return output.EncodeJSON(con.Stdout, map[string]any{"definitions": out})
}

func figuresJSON(n *cost.Network, m network.Metric, top int) *jsonFigures {
	figures := &jsonFigures{
		MultiplyAdds: figureJSON(n, n.Totals[network.MultiplyAdds]),
		BytesMoved:   figureJSON(n, n.Totals[network.Bytes]),
		Parameters:   figureJSON(n, n.Totals[network.Parameters]),
		Statistics:   figureJSON(n, n.Statistics),
		WeightBytes:  figureJSON(n, n.WeightBytes),
		PeakMemory:   jsonPeak{figureJSON(n, n.Peak.Figure), n.Peak.Exact},
		Inputs:       []jsonInput{}, Metric: metricNames[m], Layers: []jsonLayer{},
	}
	if x, ok := intensity(n.Report); ok {
		figures.Intensity = &x
	}
	for _, in := range n.Inputs {
		figures.Inputs = append(figures.Inputs, jsonInput{in.Name, typeText(in.Type)})
	}
	for _, l := range dearest(n.Layers(m), top) {
		figures.Layers = append(figures.Layers, layerJSON(n, m, l))
	}
	return figures
}

func figureJSON(n *cost.Network, f network.Figure) jsonFigure {
	if f.Why != nil {
		reason := &jsonReason{Reason: f.Why.Message}
		if place, ok := n.At(f.Why.Item, f.Why.Node); ok {
			at := output.PlaceOf(place)
			reason.Place = &at
		}
		return jsonFigure{Unknown: reason}
	}
	text := f.Size.String()
	figure := jsonFigure{Exact: &text}
	if number, ok := f.Size.Const(); ok {
		figure.Value = &number
	}
	return figure
}

func layerJSON(n *cost.Network, m network.Metric, l network.Layer) jsonLayer {
	line := jsonLayer{Result: typeText(l.Result), Times: types.Dim.String(l.Times), Figure: figureJSON(n, l.Figure), OneOf: l.OneOf}
	if l.Operator != "" {
		line.Operator = &l.Operator
	}
	if place, ok := n.At(l.Item, l.Node); ok {
		at := output.PlaceOf(place)
		line.Place = &at
	}
	if share, ok := l.Share(n.Totals[m]); ok {
		line.Share = &share
	}
	return line
}
