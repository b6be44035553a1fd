package trial

import (
	"fmt"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A Series is what shows how a cost grows: the runs of the style that costs most, over one
// of the bound's sizes.
type Series struct {
	Size    int     // its place among the bound's sizes
	Dearest []Point // by growing size
	Others  []Point // of other styles; none where the bound depends on more than that size
}

// Series is that of a metric; ok is false where the bound does not grow.
func (t *Trial) Series(b *complexity.Bound, m complexity.Metric) (s Series, ok bool) {
	s.Dearest = t.Dearest(m)
	depends := Depends(b, m)
	if s.Size, ok = largestSize(b, s.Dearest, depends); !ok {
		return s, false
	}
	for _, p := range t.Points {
		if len(depends) == 1 && p.Known[m] && !p.Cut && p.Style != s.Dearest[0].Style {
			s.Others = append(s.Others, p)
		}
	}
	return s, true
}

// largestSize is the size that gets largest of those that a bound depends on; ok is
// false where none grows.
func largestSize(b *complexity.Bound, series []Point, depends map[string]string) (at int, ok bool) {
	if len(series) < 2 {
		return 0, false
	}
	first, last := series[0].Sizes, series[len(series)-1].Sizes
	for i, name := range b.Sizes {
		if depends[name] != "" && last[i] > first[i] && (!ok || last[i] > last[at]) {
			at, ok = i, true
		}
	}
	return at, ok
}

// Depends are the sizes that a bound depends on, by name as they are written in it.
func Depends(b *complexity.Bound, m complexity.Metric) map[string]string {
	names := map[string]string{}
	e := b.Expr(m)
	e.Symbols(func(s *symbolic.Symbol) { names[s.Name] = s.Name })
	e.Costs(func(w symbolic.Measure, f *symbolic.Symbol) { names[f.Name] = fmt.Sprintf("%c(%s)", w, f.Name) })
	return names
}
