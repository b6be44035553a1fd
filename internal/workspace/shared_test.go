package workspace

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestUnverifiedVersionIsReported holds that a build without a version, as that of the
// tests, does not pass for one that meets what is required.
func TestUnverifiedVersionIsReported(t *testing.T) {
	check := func(config string) []Finding {
		texts := map[string]string{"/p/a.frac": "1\n", "/p/b.frac": "2\n", "/p/fraccheck.toml": config}
		report, err := Open(Options{Root: "/p", Files: Overlay{Files: Disk{}, Texts: texts}}).Check(context.Background(), []string{"/p/a.frac", "/p/b.frac"})
		if err != nil {
			t.Fatal(err)
		}
		return report.Findings
	}
	found := check("ignore = []\nrequired-version = \">= 9.1\" # as in CI\n")
	if len(found) != 1 || found[0].Code != codes.UnknownVersion || found[0].Source.Name != "fraccheck.toml" {
		t.Fatalf("got %v, want one finding in the configuration", found)
	}
	if at := found[0].Span; found[0].Source.Text()[at.Start:at.End] != `">= 9.1"` {
		t.Errorf("it stands at %q", found[0].Source.Text()[at.Start:at.End])
	}
	if found := check("required-version = \">= 9.1\"\n[severity]\nunknown-version = \"off\"\n"); len(found) > 0 {
		t.Errorf("got %v", found)
	}
	if found := check("ignore = []\n"); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}
