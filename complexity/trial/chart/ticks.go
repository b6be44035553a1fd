package chart

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// A tick is a mark on an axis; the label is empty where there is none.
type tick struct {
	value float64
	label string
}

// length is that of the line of a mark.
func (t tick) length() float64 {
	if t.label == "" {
		return tickLength / 2
	}
	return tickLength
}

const (
	fewDecades  = 1.6 // up to which 2 and 5 are labelled
	manyDecades = 6.0 // beyond which not every power of ten is
)

// ticks are the marks of a logarithmic axis between two positive numbers: labelled at
// powers of ten, and where there are few of these in the range, at 2 and 5 of each too.
func ticks(low, high float64) (marks []tick) {
	if low <= 0 || high <= low {
		return nil
	}
	decades := math.Log10(high / low)
	every := int(math.Ceil(decades / manyDecades))
	for k := int(math.Floor(math.Log10(low))); float64(k) <= math.Log10(high); k++ {
		for digit := 1; digit < 10; digit++ {
			x := float64(digit) * math.Pow(10, float64(k))
			if x < low*(1-1e-9) || x > high*(1+1e-9) || digit > 1 && every > 1 {
				continue
			}
			mark := tick{value: x}
			if digit == 1 && k%every == 0 || decades < fewDecades && (digit == 2 || digit == 5) {
				mark.label = numeral(digit, k)
			}
			marks = append(marks, mark)
		}
	}
	return marks
}

// numeral is digit·10^k.
func numeral(digit, k int) string {
	if k >= 0 && k < 4 {
		return strconv.Itoa(digit) + strings.Repeat("0", k)
	}
	power := "10" + superscript(strconv.Itoa(k))
	if digit > 1 {
		return strconv.Itoa(digit) + "·" + power
	}
	return power
}

// Formula writes powers of a text with raised digits, and products with a dot.
func Formula(text string) string {
	return strings.ReplaceAll(power().ReplaceAllStringFunc(text, func(p string) string { return superscript(p[1:]) }), "*", "·")
}

var power = lazyregexp.New(`\^[0-9]+`)

var raised = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹", "-", "⁻")

func superscript(digits string) string { return raised.Replace(digits) }
