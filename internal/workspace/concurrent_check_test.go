package workspace

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/rope"
)

// TestConcurrentChecks has several goroutines ask for the diagnostics of one snapshot right after an
// edit of many definitions: what one of them finds while another looks for what is missing is
// in both answers.
func TestConcurrentChecks(t *testing.T) {
	program := func(operator string) *rope.Text {
		var b strings.Builder
		for i := range 40 {
			fmt.Fprintf(&b, "def @f%d(%%x: int32) -> int32 { (%%x %s true) }\n", i, operator)
		}
		return rope.New(b.String())
	}
	texts := []*rope.Text{program("+"), program("-")}
	s := Open(Options{Files: inMemory(nil), Root: "/"})
	for key := range 100 {
		s = s.WithTexts(map[string]*rope.Text{"/a.frac": texts[key%2]})
		var done sync.WaitGroup
		for range 4 {
			done.Go(func() {
				if report, err := s.Check(context.Background(), []string{"/a.frac"}); err != nil || len(report.Findings) != 40 {
					t.Errorf("%d findings, want 40 (%v)", len(report.Findings), err)
				}
			})
		}
		done.Wait()
	}
}
