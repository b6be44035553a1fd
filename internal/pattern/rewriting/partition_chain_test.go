package rewriting_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
)

// TestPartitionChain makes groups of chains that match at each of their links: what one group
// holds is not looked at again, and where no group can be made the work is bounded. Each
// would take minutes if every link covered all after it.
func TestPartitionChain(t *testing.T) {
	const n = 12_000
	links := make([]string, n)
	for i := range links {
		links[i] = fmt.Sprintf("  let %%c%d = nn.relu(%%c%d);\n", i+1, i)
	}
	for _, tt := range []struct {
		name, rule, result string
		groups             int
		refused            string
	}{
		{"whole", "partition p { let c = nn.relu(c) | nn.relu(_)  match c }", fmt.Sprintf("%%c%d", n), 1, ""},
		{"pairs", "partition p { match nn.relu(nn.relu(_)) }", fmt.Sprintf("%%c%d", n), n / 2, ""},
		{"needed outside", "partition p { let c = nn.relu(c) | nn.relu(_)  match c }", fmt.Sprintf("(%%c1, %%c%d)", n), 0, "matches too much"},
	} {
		m := checktest.Module("test.frac", "def @f(%c0: Tensor[(4), float32]) {\n"+strings.Join(links, "")+"  "+tt.result+"\n}\n")
		r, err := rewriting.NewPartitioner(parsed(t, tt.rule)).File(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Rewrites) != tt.groups {
			t.Errorf("%s: %d groups, want %d", tt.name, len(r.Rewrites), tt.groups)
		}
		if refused := said(m, r); tt.refused != "" && !strings.Contains(refused, tt.refused) || tt.refused == "" && len(r.Refused) > 0 {
			t.Errorf("%s: refused: %.300s", tt.name, refused)
		}
	}
}
