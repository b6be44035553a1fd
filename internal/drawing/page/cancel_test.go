package page_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

// A patience is a context that ends when it was looked at so often.
type patience struct {
	context.Context
	looks int
}

func (p *patience) Err() error {
	if p.looks--; p.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancel ends the drawing of a large program after some looks for cancellation: nothing
// goes on after the last one. That each part of the work looks shows in where it ended.
func TestCancel(t *testing.T) {
	var text strings.Builder
	text.WriteString("def @wide(%x: Tensor[(4), float32]) {\n  let %v0 = %x;\n")
	for i := 1; i < 1200; i++ {
		fmt.Fprintf(&text, "  let %%v%d = add(%%v%d, multiply(%%v%d, %%x));\n", i, max(i-1-i%7, 0), max(i-1-i%31, 0))
	}
	s, path := open(text.String() + "  %v1199\n}\n")
	item, err := picture.Drawn(s, path, "")
	if err != nil {
		t.Fatal(err)
	}
	ended := map[string]int{}
	for _, short := range []bool{true, false} {
		err = context.Canceled
		for looks := 0; errors.Is(err, context.Canceled); looks += 1 + looks/3 {
			part := ""
			part, err = drawWithin(&patience{context.Background(), looks}, short, item...)
			ended[part]++
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if ended["build"] == 0 || ended["shorten"] == 0 || ended["draw"] == 0 || ended["done"] != 2 {
		t.Errorf("it ended so often: %v", ended)
	}
}

// drawWithin draws while a context lets it, and gives the part in which it ended.
func drawWithin(ctx context.Context, short bool, item ...drawing.Item) (part string, err error) {
	err = steps.Run(func() {
		part = "build"
		p := drawing.Within(steps.New(ctx, math.MaxInt), item...)
		if short {
			part = "shorten"
			p.Shorten()
		}
		part = "draw"
		if _, err := page.SVG(p, page.Auto); err != nil {
			steps.Stop(err)
		}
		part = "done"
	})
	return part, err
}
