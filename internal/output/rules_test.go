package output

import (
	"strings"
	"testing"
)

func TestMatchOfLongLine(t *testing.T) {
	text := strings.Repeat("é + ", 1<<16) + "nn.relu(%x)" + strings.Repeat(" + %y", 1<<16)
	line := around("\t"+text, strings.Index(text, "nn.relu")+1)
	if !strings.Contains(line, "nn.relu(%x)") || !strings.HasPrefix(line, "…") || !strings.HasSuffix(line, "…") || len([]rune(line)) > maxWidth+2 {
		t.Errorf("the line is %q", line)
	}
	if got := beginning(text); !strings.HasPrefix(got, "é + é") || !strings.HasSuffix(got, "…") || len([]rune(got)) > maxWidth+1 {
		t.Errorf("the beginning is %q", got)
	}
	if got := beginning("a +\n  b"); got != "a + b" {
		t.Errorf("the beginning is %q", got)
	}
}
