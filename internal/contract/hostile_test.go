package contract_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contractcheck"
)

// TestHostileValues holds that no value passes for a contract that is kept which is
// none; long ones take no time.
func TestHostileValues(t *testing.T) {
	for _, value := range []string{
		"", " ", "at most ", "at most at most n", "2^(2^(2^(2^", "n/0", "0/0", "n^-1", "-n", "n - n - 1", "99999999999999999999999999", "log(", "|n|", "W(n)", "log(0)",
		strings.Repeat("(", 10_000), strings.Repeat("n*", 10_000), strings.Repeat("(n + 1)*", 2_000) + "m",
	} {
		p := checktest.Check("test.frac", "#[cost(work = \""+value+"\")]\ndef @f(%n: int32) -> int32 { if (%n == 0) { 1 } else { @f(%n - 1) } }\n", contractcheck.Analyzer)
		if len(p.Analyzed()) == 0 {
			t.Errorf("%.40q is kept", value)
		}
		for _, f := range p.Analyzed() {
			if f.Code == codes.InternalError {
				t.Errorf("%.40q: %s", value, f.Message)
			}
		}
	}
}
