package interp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestNetBits holds that networks give the same bits with each set of instructions that
// internal/vector knows, and on 1 to 4 threads. The processes that it starts may not use AVX-512,
// or no vectors at all: what they print must be the same. testdata/net_bits.txt has the sums of
// the networks in the repository, which builds with the tag purego, and for other processors,
// must find too; where one is lacking, the test prints it.
func TestNetBits(t *testing.T) {
	if underRace {
		t.Skip("skipped: assembly is not watched for races")
	}
	if os.Getenv(bitsOnly) != "" {
		fmt.Print(netBits(t, 1))
		return
	}
	sums := netBits(t, 4)
	text, err := os.ReadFile("testdata/net_bits.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(sums) {
		name, _, _ := strings.Cut(line, " ")
		if strings.Contains(string(text), name+" ") && !strings.Contains(string(text), line) {
			t.Errorf("testdata/net_bits.txt has another sum than %s", line)
		} else if !strings.Contains(string(text), name) {
			t.Logf("not in testdata/net_bits.txt: %s", line)
		}
	}
	for _, off := range []string{"cpu.avx512f=off", "cpu.avx2=off"} {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestNetBits$")
		cmd.Env = append(os.Environ(), bitsOnly+"=1", "GODEBUG="+off)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(out), sums) {
			t.Errorf("with %s the results are\n%swant\n%s", off, out, sums)
		}
	}
}

// bitsOnly is the variable that makes a test only print.
const bitsOnly = "FRACCHECK_TEST_NET_BITS"

// netBits gives a line for each network: its name, and a sum of what it computes on up to so
// many threads.
func netBits(t *testing.T, most int) string {
	var b strings.Builder
	for _, path := range reference.Nets(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := compiled(t, string(text))
		args := netArguments(t, p)
		first := ""
		for threads := 1; threads <= most; threads++ {
			v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, args, Options{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			sum := fmt.Sprintf("%s %x\n", filepath.Base(path), sha256.Sum256([]byte(value.Text(v))))
			if threads == 1 {
				first = sum
			} else if sum != first {
				t.Errorf("%s gives other results on %d threads", filepath.Base(path), threads)
			}
		}
		b.WriteString(first)
	}
	return b.String()
}
