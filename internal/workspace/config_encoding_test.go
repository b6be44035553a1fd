package workspace

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// TestEncodingOfConfig holds that a configuration is read as programs are: in UTF-16 where it
// says so, and with a word where it is neither that nor UTF-8.
func TestEncodingOfConfig(t *testing.T) {
	check := func(config string) ([]Finding, error) {
		texts := map[string]string{"/p/a.frac": "def @f(%x: int32) -> int32 { let %y = 1; %x }\n", "/p/fraccheck.toml": config}
		report, err := Open(Options{Root: "/p", Files: Overlay{Files: Disk{}, Texts: texts}}).Check(context.Background(), []string{"/p/a.frac"})
		if err != nil {
			return nil, err
		}
		return report.Findings, nil
	}
	const off = "[severity]\nunused-binding = \"off\"\n"
	if found, err := check(""); err != nil || len(found) != 1 {
		t.Fatalf("without a configuration: %v, %v", found, err)
	}
	for code := sourcefile.UTF8; code <= sourcefile.UTF16BigEndian; code++ {
		if found, err := check((&Source{Encoding: code}).Encoded(off)); err != nil || len(found) > 0 {
			t.Errorf("encoding %d: %v, %v", code, found, err)
		}
	}
	for text, want := range map[string]string{
		"\xff\xfe\n":          "cannot read fraccheck.toml: it is written in UTF-16, and its last character is cut in two; save it as UTF-8",
		"\xfe\xff\xd8\x00":    "cannot read fraccheck.toml: it is written in UTF-16 and holds a half of a character; save it as UTF-8",
		"# a\n\xff[severity]": "fraccheck.toml:2:1: the byte 0xff is no UTF-8; save the file as UTF-8",
	} {
		if _, err := check(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
