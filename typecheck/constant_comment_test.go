package typecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestCommentOfConstant reads a listing without metadata, in which the type of a constant is a
// comment without `ty=`. After other expressions such a comment is none of a type.
func TestCommentOfConstant(t *testing.T) {
	const listing = `def @main(%x: Tensor[(1, 8, 4, 4), float32]) -> Tensor[(1, 16, 4, 4), float32] {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* Tensor[(16, 8, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %1 = add(%0, meta[relay.Constant][1] /*Tensor[(16, 1, 1), float32]*/);
  %2 = multiply(%1, meta[relay.Constant][2] /* ty=Tensor[(16, 1, 1), float32] */);
  nn.relu(%2 /* Tensor[(7), int8] */) /* a comment */
}
`
	for text, wants := range map[string]int{
		listing: 0,
		strings.Replace(listing, "/*Tensor[(16, 1, 1), float32]*/", "/*Tensor[(15, 1, 1), float32]*/", 1): 1,
		strings.Replace(listing, "/*Tensor[(16, 1, 1), float32]*/", "/* weights */", 1):                   1,
	} {
		m, errors := checktest.Module("listing.relay", text), 0
		for i := range m.File().Len() {
			for _, d := range m.Check(i).Diagnostics {
				if errors++; wants == 0 {
					t.Errorf("%s: %s", d.Code, d.Message)
				}
			}
		}
		if errors != wants {
			t.Errorf("%d diagnostics, want %d, of\n%s", errors, wants, text)
		}
	}
}
