package onnx

import (
	"maps"

	"github.com/fraccheck/fraccheck/internal/model"
)

// An entry is one operator of ONNX.
type entry struct {
	// how is what the operator becomes, for the manual: names of operators in backquotes.
	how string
	// translate writes the node and returns the values of its outputs. nil where the operator
	// is refused.
	translate func(n *node) []*model.Value
	// reason is why the operator is refused.
	reason string
}

// entries are all operators of the default domain, by their names. Entries with graphs read
// nodes, which look their entries up: the table is filled before anything is read.
var entries map[string]entry

func init() {
	entries = joined(elementwiseEntries, linearEntries, convolutionEntries, normalizationEntries,
		reductionEntries, shapeEntries, indexingEntries, controlEntries, sequenceEntries,
		quantizationEntries, resizeEntries, lossEntries, recurrentEntries, attentionEntries, visionEntries,
		signalEntries, randomEntries, stringEntries)
}

func joined(families ...map[string]entry) map[string]entry {
	all := map[string]entry{}
	for _, family := range families {
		maps.Copy(all, family)
	}
	return all
}
