package config

import (
	"fmt"
	"strings"
	"testing"
)

func TestConfigTooLarge(t *testing.T) {
	const large = "the configuration is too large to read: "
	header := "[" + strings.Repeat("a.", 1999) + "a]\n"
	tests := []struct{ text, want string }{
		{strings.Repeat(header, 200), "f.toml:1:17: " + large + "a key of more than 8 parts"},
		{"ignore = []\n" + strings.Repeat("a . ", 2000), "f.toml:2:31: " + large + "a key of more than 8 parts"},
		{"ignore = " + strings.Repeat("[", 5000), "f.toml:1:18: " + large + "brackets in more than 8 others"},
		{"a = " + strings.Repeat("{a = ", 5000), "f.toml:1:45: " + large + "brackets in more than 8 others"},
		{"ignore = [\"\"\"x\"\"\"\"\", " + strings.Repeat("[", 5000), "f.toml:1:29: " + large + "brackets in more than 8 others"},
		{"ignore = ['a\\', " + strings.Repeat("[", 5000), "f.toml:1:24: " + large + "brackets in more than 8 others"},
		{manyKeys("k%d = 1\n"), "f.toml:10001:8: " + large + "more than 10000 keys"},
		{manyKeys("[[a]]\n# %d\n"), "f.toml:10001:4: " + large + "more than 10000 keys"},
		{"\"" + strings.Repeat("k", 5000) + "\" = 1", "f.toml:1:5004: " + large + "a key of more than 1000 bytes"},
		{"[" + strings.Repeat("k", 5000) + "]\na = 1", "f.toml:1:5002: " + large + "a key of more than 1000 bytes"},
		{"[severity]\n\"" + strings.Repeat("[", 30) + "\" = 1", "f.toml:2:2: unknown code"},
	}
	for _, tt := range tests {
		_, err := Parse("/p/f.toml", "f.toml", tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.40q: got %.200v, want %s", tt.text, err, tt.want)
		}
	}
}

// manyKeys repeats a line with numbers in it.
func manyKeys(line string) string {
	var b strings.Builder
	for i := range 3 * maxConfigKeys {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

// TestConfigLargeEnough reads what is long and no nest: texts, lists and comments.
func TestConfigLargeEnough(t *testing.T) {
	for _, text := range []string{
		"ignore = ['" + strings.Repeat("a.[{=", 5000) + "']",
		"ignore = [\"" + strings.Repeat(`\".[{=`, 5000) + "\"]",
		"ignore = [\n" + strings.Repeat("  'a', # [[[[[[[[[[[[[[[[[\n", 20000) + "]",
		"ignore = ['''\n" + strings.Repeat("'.[{=\n", 5000) + "''']",
		"#" + strings.Repeat(".[{=\"", 5000),
	} {
		if _, err := Parse("/p/f.toml", "f.toml", text); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
