package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"strings"
	"testing"
)

func squares(n int) (points []Point) {
	for i := range n {
		points = append(points, Point{float64(i), float64(i * i)})
	}
	return points
}

func panels(n int) (all []Panel) {
	for i := range n {
		all = append(all, Panel{Title: fmt.Sprintf("@f%d", i), X: "n", Y: "work", Measured: squares(40), Others: squares(3), Bound: squares(50)})
	}
	return all
}

// A page holds Most panels, with the caption, and is the same each time.
func TestSVG(t *testing.T) {
	first, err := Draw(".svg", panels(Most+1), "twelve of them")
	if err != nil {
		t.Fatal(err)
	}
	for i := range Most + 1 {
		if shown := bytes.Contains(first, fmt.Appendf(nil, ">@f%d</text>", i)); shown != (i < Most) {
			t.Errorf("@f%d: %v", i, shown)
		}
	}
	if !bytes.Contains(first, []byte(">twelve of them</text>")) {
		t.Error("no caption")
	}
	for d := xml.NewDecoder(bytes.NewReader(first)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if second, _ := Draw(".svg", panels(Most+1), "twelve of them"); !bytes.Equal(first, second) {
		t.Error("drawn again, it differs")
	}
}

func TestPNG(t *testing.T) {
	for n, wide := range map[int]bool{1: false, 4: false, 5: true, 12: true} {
		data, err := Draw(".png", panels(n), "")
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); (size.X > 1200) != wide {
			t.Errorf("%d panels are %v", n, size)
		}
		if r, g, b, a := picture.At(0, 0).RGBA(); r&g&b&a != 0xffff {
			t.Error("the paper is not white")
		}
	}
}

// What has no place on logarithmic axes is left out, and so may be everything.
func TestNothingPositive(t *testing.T) {
	for _, p := range []Panel{{Title: "@f"}, {Title: "@f", Measured: []Point{{0, 3}, {2, 0}, {-1, 1}}}, {Title: "@f", Measured: []Point{{5, 5}}}} {
		if _, err := Draw(".svg", []Panel{p}, ""); err != nil {
			t.Errorf("%v: %v", p, err)
		}
	}
	if _, err := Draw(".gif", panels(1), ""); err == nil {
		t.Error("a format that there is not")
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{1, 1000, "1 10 100 1000"},
		{3, 90, "5 10 20 50"},
		{0.5, 2e5, "1 10 100 1000 10⁴ 10⁵"},
		{1, 1e14, "1 1000 10⁶ 10⁹ 10¹²"},
		{0, 10, ""},
	} {
		var labels []string
		for _, mark := range (ticks{}).Ticks(test.low, test.high) {
			if mark.Label != "" {
				labels = append(labels, mark.Label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestFormula(t *testing.T) {
	for text, want := range map[string]string{"O(3*|x|^2)": "O(3·|x|²)", "O(n^10*2^n)": "O(n¹⁰·2^n)"} {
		if got := Formula(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
