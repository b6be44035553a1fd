package browse

import (
	"math"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/value"
)

// parts is how many parts a histogram has.
const parts = 24

// StatisticsOf goes through the elements of a tensor twice: the range is known when the
// histogram is made, and the mean when deviations from it are summed up.
func StatisticsOf(a *value.Array) *Statistics {
	switch flat := a.Flat().(type) {
	case []float32:
		return statistics(len(flat), func(i int) float64 { return float64(flat[i]) })
	case []float64:
		return statistics(len(flat), func(i int) float64 { return flat[i] })
	default:
		return statistics(value.Length(flat), func(i int) float64 { return value.Load(a.Dtype, flat, i).Float() })
	}
}

func statistics(n int, at func(int) float64) *Statistics {
	s := &Statistics{Elements: n, Min: math.Inf(1), Max: math.Inf(-1)}
	sum, finite := 0.0, 0
	for i := range n {
		switch x := at(i); {
		case x != x:
			s.NaNs++
		case math.IsInf(x, 0):
			s.Infinite++
		default:
			if x == 0 {
				s.Zeros++
			}
			finite++
			sum += x
			s.Min, s.Max = math.Min(s.Min, x), math.Max(s.Max, x)
		}
	}
	if finite == 0 {
		return s
	}
	s.Mean, s.Histogram = sum/float64(finite), make([]int, parts)
	squares, scale := 0.0, parts/(s.Max-s.Min)
	for i := range n {
		x := at(i)
		if d := x - s.Mean; d-d == 0 {
			squares += d * d
			s.Histogram[s.part(x, scale)]++
		}
	}
	s.Deviation = math.Sqrt(squares / float64(finite))
	return s
}

// part is the part of the histogram that a number is in; all are in the first one where they
// are equal, or where their range is no number.
func (s *Statistics) part(x, scale float64) int {
	if !(scale > 0 && scale < math.Inf(1)) {
		return 0
	}
	return min(parts-1, int((x-s.Min)*scale))
}

func tensorOf(w Weight) tensorData {
	d := tensorData{Name: w.Name, Type: w.Type, Note: w.Note}
	if s := w.Statistics; s != nil {
		d.Counts = &[4]int{s.Elements, s.Zeros, s.NaNs, s.Infinite}
		if s.Histogram != nil {
			d.Numbers = &[4]string{short(s.Min), short(s.Max), short(s.Mean), short(s.Deviation)}
			d.Histogram = s.Histogram
		}
	}
	return d
}

// short is a number with six digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
