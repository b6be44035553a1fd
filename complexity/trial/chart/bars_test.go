package chart

import (
	"bytes"
	"regexp"
	"strconv"
	"testing"
)

// Bars are as long as their numbers, the longest one of each group equally long.
func TestBars(t *testing.T) {
	groups := []Group{
		{"@main", []Bar{{"nn.conv2d", "40", 40}, {"nn.dense", "10", 10}, {"nothing", "0", 0}}},
		{"@other", []Bar{{"nn.dense", "1", 1}}},
	}
	svg := Bars(groups, "two definitions")
	for _, text := range []string{"@main", "@other", "nn.conv2d", "40", "two definitions"} {
		if !bytes.Contains(svg, []byte(">"+text+"</text>")) {
			t.Errorf("no %q in %s", text, svg)
		}
	}
	widths := barWidths(t, svg)
	if len(widths) != 4 || widths[0] != widths[3] || widths[2] != 0 || widths[1] < 0.249*widths[0] || widths[1] > 0.251*widths[0] {
		t.Errorf("bars are %v long", widths)
	}
}

// barWidths are those of the bars.
func barWidths(t *testing.T, svg []byte) (widths []float64) {
	t.Helper()
	for _, m := range regexp.MustCompile(`<rect class="accent" [^>]*width="([-0-9.]+)"`).FindAllSubmatch(svg, -1) {
		x, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		widths = append(widths, x)
	}
	return widths
}
