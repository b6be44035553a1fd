package workspace

import (
	"context"
	"strings"
	"testing"
)

// Fixes of an item whose tree is very large are not tried, and so not offered; the
// same mistake in a smaller one is mended.
func TestOfferInLargeItem(t *testing.T) {
	const path = "/c/large.frac"
	for _, c := range []struct {
		sums    int
		offered bool
	}{{10, true}, {maxTriedNodes / 2, false}} {
		text := "def @f() { (1" + strings.Repeat(" + 1", c.sums) + " }\n"
		s := Open(Options{Root: "/c", Files: Overlay{Files: Disk{}, Texts: map[string]string{path: text}}})
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Offer(context.Background(), report.Findings)
		if err != nil {
			t.Fatal(err)
		}
		offered := false
		for _, f := range found {
			offered = offered || len(f.Fixes) > 0
		}
		if offered != c.offered {
			t.Errorf("a sum of %d: fixes are offered: %t; %v", c.sums, offered, found)
		}
	}
}
