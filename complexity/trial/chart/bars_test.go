package chart

import (
	"bytes"
	"image/png"
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
	svg, err := Bars(".svg", groups, "two definitions")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"@main", "@other", "nn.conv2d", "40", "two definitions"} {
		if !bytes.Contains(svg, []byte(">"+text+"</text>")) {
			t.Errorf("no %q in %s", text, svg)
		}
	}
	widths := barWidths(t, svg)
	if len(widths) != 4 || widths[0] != widths[3] || widths[2] != 0 || widths[1] < 0.249*widths[0] || widths[1] > 0.251*widths[0] {
		t.Errorf("bars are %v long", widths)
	}
	picture, err := Bars(".png", groups, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
		t.Error(err)
	}
	if _, err := Bars(".gif", groups, ""); err == nil {
		t.Error("a format that there is not")
	}
}

// barWidths are those of the rectangles behind the first one, which is the paper.
func barWidths(t *testing.T, svg []byte) (widths []float64) {
	t.Helper()
	for _, m := range regexp.MustCompile(`d="M([-0-9.]+),[-0-9.]+L([-0-9.]+),[-0-9.]+L([-0-9.]+)`).FindAllSubmatch(svg, -1) {
		var x [3]float64
		for i := range x {
			x[i], _ = strconv.ParseFloat(string(m[i+1]), 64)
		}
		widths = append(widths, max(x[0], x[1], x[2])-min(x[0], x[1], x[2]))
	}
	if len(widths) == 0 {
		t.Fatalf("no bars in %s", svg)
	}
	return widths[1:]
}
