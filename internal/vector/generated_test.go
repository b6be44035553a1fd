package vector

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGenerated holds that the generated files are what tools/kernels writes.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: builds a program")
	}
	dir := t.TempDir()
	const assembly = "kernels_amd64.s"
	cmd := exec.Command("go", "run", "-C", "../../tools/kernels", ".", "-dir", dir, "-out", filepath.Join(dir, assembly), "-pkg", "vector")
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "no required module") || strings.Contains(string(out), "dial tcp") || strings.Contains(string(out), "module lookup disabled") {
			t.Skipf("skipped: the modules of tools/kernels are not here: %s", out)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{assembly, "coefficients.go", "dispatch_amd64.go", "dispatch_plain.go"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if behindHeader(got) != behindHeader(want) {
			t.Errorf("%s is not what tools/kernels writes: run go generate ./internal/vector", name)
		}
	}
}

// behindHeader is a file without its first line, which has the command.
func behindHeader(text []byte) string {
	_, rest, _ := strings.Cut(string(text), "\n")
	return rest
}

// TestAVX2HasNoMore holds that functions for AVX2 use none of the registers that only AVX-512 has.
func TestAVX2HasNoMore(t *testing.T) {
	text, err := os.ReadFile("kernels_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	more := regexp.MustCompile(`\b([XY](1[6-9]|2[0-9]|3[01])|Z[0-9]+|K[0-7])\b`)
	for _, function := range strings.Split(string(text), "\nTEXT ")[1:] {
		name, body, _ := strings.Cut(function, "(SB)")
		if strings.HasSuffix(name, "AVX2") && more.MatchString(body) {
			t.Errorf("%s uses %s", name, more.FindString(body))
		}
	}
}
