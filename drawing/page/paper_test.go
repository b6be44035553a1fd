package page_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/drawing/page"
)

// TestScreens gives colours their roles, and leaves alone what is no picture.
func TestScreens(t *testing.T) {
	roles := map[string]page.Role{"#FFFFFF": page.Paper, "#222222": page.Text}
	made := string(page.Screens([]byte(`<?xml version="1.0"?><svg width="1"><path style="fill:#FFFFFF;stroke:#222222"/><path style="fill:#123456"/></svg>`), roles))
	for _, want := range []string{
		`<?xml version="1.0"?><svg class="fraccheck-chart" width="1"><style>`, `fill:var(--fraccheck-chart-paper);stroke:var(--fraccheck-chart-text)`,
		`fill:#123456`, `prefers-color-scheme:dark`, `--fraccheck-chart-mark:#`, `.vscode-dark`,
	} {
		if !strings.Contains(made, want) {
			t.Errorf("there is no %s in\n%s", want, made)
		}
	}
	wellFormed(t, []byte(made))
	for _, text := range []string{"", "none", "<svg ", "<svg x"} {
		if got := string(page.Screens([]byte(text), roles)); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
