package attack

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// oddFileKinds are what is no regular file, or larger than the disk, where a program,
// an import, a configuration, an array or a file of rules is read.
func oddFileKinds() []Kind {
	var kinds []Kind
	for _, odd := range oddFiles {
		for _, place := range readPlaces {
			made := func(in Folder, size int) error {
				for name, text := range place.more {
					if err := in.Write(name, text); err != nil {
						return err
					}
				}
				return odd.make(in.Path(place.name))
			}
			kinds = append(kinds, Kind{Name: "odd file/" + odd.name + " as " + place.name, Make: made, Size: 1, Small: 1, Commands: place.commands})
		}
	}
	for _, p := range ignorePatterns {
		kinds = append(kinds, Kind{Name: "gitignore/" + p.name, Make: ignoring(p.line), Size: 900_000, Small: 5_000, Commands: folderCommands})
	}
	for _, a := range arrayHeaders {
		kinds = append(kinds, Kind{Name: "array/" + a.name, Make: arrayOf(a.header), Size: 60_000, Small: 100, Commands: arrayCommands})
	}
	return kinds
}

// oddFiles make a file at a path.
var oddFiles = []struct {
	name string
	make func(path string) error
}{
	{"a pipe", func(path string) error { return exec.Command("mkfifo", path).Run() }},
	{"a device without end", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"a link to itself", func(path string) error { return os.Symlink(path, path) }},
	{"a directory", func(path string) error { return os.Mkdir(path, 0o755) }},
	{"a file of holes", holes},
}

// holes is a file of 100 GB that takes no room.
func holes(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(100 << 30)
}

const identity = "def @id[n](%x: Tensor[(n), float32]) { %x }\n"

var arrayCommands = [][]string{{"run", "--max-memory", "256MiB", "main.frac", "@id", "@in.npy"}}

// readPlaces are where files are read, with what stands more them.
var readPlaces = []struct {
	name     string
	more     map[string]string
	commands [][]string
}{
	{"main.frac", nil, [][]string{{"check", "main.frac"}, {"run", "main.frac"}, {"fmt", "--list", "main.frac"}, {"check", "."}, {"diff", "main.frac", "main.frac"}}},
	{"lib.frac", map[string]string{"main.frac": "import \"lib.frac\"\n1\n"}, [][]string{{"check", "main.frac"}, {"run", "main.frac"}}},
	{".gitignore", map[string]string{"main.frac": "1\n"}, folderCommands},
	{"fraccheck.toml", map[string]string{"main.frac": "1\n"}, folderCommands},
	{"in.npy", map[string]string{"main.frac": identity}, arrayCommands},
	{"in.npz", map[string]string{"main.frac": identity}, [][]string{{"run", "main.frac", "@id", "@in.npz"}}},
	{"r.rules", map[string]string{"main.frac": "1\n"}, [][]string{{"match", "--rules", "r.rules", "main.frac"}, {"rewrite", "--rules", "r.rules", "main.frac"}}},
	{"old.json", map[string]string{"main.frac": "1\n"}, [][]string{{"diff", "old.json", "main.frac"}}},
}

// ignoring makes a folder of programs with long names, and a .gitignore of size bytes.
func ignoring(line func(i int) string) func(Folder, int) error {
	return func(in Folder, size int) error {
		for i := range 20 {
			if err := in.Write(fmt.Sprintf("%s%d.frac", strings.Repeat("a", 100), i), "1\n"); err != nil {
				return err
			}
		}
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(line(i) + "\n")
		}
		return in.Write(".gitignore", b.String())
	}
}

// ignorePatterns are lines of a .gitignore.
var ignorePatterns = []struct {
	name string
	line func(i int) string
}{
	{"names", func(i int) string { return fmt.Sprint("x", i) }},
	{"stars", func(i int) string { return fmt.Sprint("*a*a*a*a*a*a*b", i) }},
	{"stars between slashes", func(i int) string { return fmt.Sprint("**/a*/**/a*/**/b", i) }},
	{"a long pattern", func(int) string { return strings.Repeat("*a", 100_000) + "b" }},
	{"brackets", func(int) string { return strings.Repeat("[a-z]", 99) + "[" }},
	{"what is taken back", func(i int) string { return fmt.Sprint("!", strings.Repeat("!", i%9), "*.frac") }},
	{"bytes", func(i int) string { return string([]byte{0, byte(i), 0xff, '*', '\\'}) }},
}

// arrayOf makes a program and an in.npy with a header and n bytes after it.
func arrayOf(header func(n int) string) func(Folder, int) error {
	return func(in Folder, n int) error {
		if err := in.Write("main.frac", identity); err != nil {
			return err
		}
		text := header(n)
		head := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(text)))
		return in.Write("in.npy", string(head)+text+strings.Repeat("\x00", n))
	}
}

// arrayHeaders are headers of .npy files.
var arrayHeaders = []struct {
	name   string
	header func(n int) string
}{
	{"more elements than bytes", func(int) string { return described("<f4", "(1000000000000,)") }},
	{"elements that overflow", func(int) string { return described("<f4", "(4611686018427387904, 4)") }},
	{"nothing, very often", func(int) string { return described("<f4", "(4611686018427387904, 0)") }},
	{"a negative length", func(int) string { return described("<f4", "(-1,)") }},
	{"many axes", func(n int) string { return described("<f4", "("+strings.Repeat("1,", min(n, 30_000)/2)+")") }},
	{"deep brackets", func(n int) string { return strings.Repeat("(", min(n, 60_000)) }},
	{"strings", func(int) string { return described("<U1000000000", "(1,)") }},
	{"objects", func(int) string { return described("|O", "(1,)") }},
}

func described(dtype, shape string) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", dtype, shape)
}
