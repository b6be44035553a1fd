package solving

import "github.com/fraccheck/fraccheck/internal/symbolic"

// A Metric says what is counted.
type Metric uint8

const (
	// Work counts scalar operations, calls, constructors, projections and
	// branches, one each.
	Work Metric = iota
	// Tick counts the calls of definitions.
	Tick
	// Span counts the same as Work, but only what has to wait for each other: of
	// all chains of dependent operations the longest.
	Span
	// Memory counts the bytes of what is made: 8 for each field of a constructor
	// with fields and 8 for itself, 8 for each part of a tuple, the elements of a
	// tensor that has dimensions.
	Memory
	MetricCount
)

// measures are the letters that the costs of unknown functions print as.
var Letters = [MetricCount]symbolic.Measure{Work: symbolic.Work, Tick: 'T', Span: symbolic.Span, Memory: symbolic.Memory}

// charges are costs by metric, over the path's sizes; nil where one is not known.
type Charges [MetricCount]*symbolic.Expr
