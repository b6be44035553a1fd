package recipe

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// builder is a machine that builds the example, with a copy of the repository's rules.
type builder struct {
	dir   string // of the copy
	cache string // address of the remote cache
	env   []string
}

// newBuilder takes the machine down after the test: its server and all that it built.
func newBuilder(t *testing.T, cache string) *builder {
	t.Helper()
	dir, err := os.MkdirTemp("", "bazel")
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{dir: dir, cache: cache, env: append(os.Environ(),
		"PATH="+filepath.Dir(static(t))+":"+os.Getenv("PATH"))}
	t.Cleanup(func() {
		b.bazel(t, "shutdown")
		removeAll(t, dir)
	})
	if err := os.CopyFS(filepath.Join(dir, "bazel"), os.DirFS(filepath.Join(root, "bazel"))); err != nil {
		t.Fatal(err)
	}
	b.write(t, "../coverage/WORKSPACE", "")
	b.write(t, "../coverage/BUILD.bazel", "filegroup(name = \"coverage_report_generator\", visibility = [\"//visibility:public\"])\n")
	return b
}

// removeAll removes folders that Bazel made read-only, too.
func removeAll(t *testing.T, dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(path, 0o700)
		}
		return err
	})
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		t.Error(err)
	}
}

func (b *builder) path(name string) string { return filepath.Join(b.dir, "bazel/example", name) }

func (b *builder) write(t *testing.T, name, text string) {
	t.Helper()
	path := b.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// edit replaces what must be in a file once.
func (b *builder) edit(t *testing.T, name, old, text string) {
	t.Helper()
	was, err := os.ReadFile(b.path(name))
	if err != nil || strings.Count(string(was), old) != 1 {
		t.Fatalf("%s: %v, it has %q not once", name, err, old)
	}
	b.write(t, name, strings.Replace(string(was), old, text, 1))
}

func (b *builder) bazel(t *testing.T, arguments ...string) (printed string, status int) {
	t.Helper()
	command := exec.Command("bazel", append([]string{
		"--nohome_rc", "--output_user_root=" + filepath.Join(b.dir, "root"),
		"--max_idle_secs=60", "--host_jvm_args=-Xmx512m"}, arguments...)...)
	command.Dir, command.Env = b.path("."), b.env
	out, err := command.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// run gives what a command printed, how it ended, and the actions that were executed here:
// what Bazel says while they run.
func (b *builder) run(t *testing.T, command string, arguments ...string) (printed string, status int, executed []string) {
	t.Helper()
	log := filepath.Join(b.dir, "executed.json")
	printed, status = b.bazel(t, append([]string{command, "--color=no", "--curses=no", "--keep_going", "--test_output=errors",
		"--nosandbox_debug", // which Debian turns on
		// A test's XML tells how long it took, so that an action of its own for it is never known.
		"--noexperimental_split_xml_generation",
		// Where there is no network, what Bazel fetches for coverage is not there.
		"--override_repository=remote_coverage_tools=" + b.path("../coverage"),
		"--remote_cache=" + b.cache, "--execution_log_json_file=" + log}, arguments...)...)
	return printed, status, executedIn(t, log)
}

// executedIn reads a log of Bazel: one object for each action, also where the remote cache
// had what it gives.
func executedIn(t *testing.T, log string) []string {
	t.Helper()
	file, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	executed := []string{}
	for d := json.NewDecoder(file); ; {
		var action struct {
			ProgressMessage string
			RemoteCacheHit  bool
		}
		if err := d.Decode(&action); err == io.EOF {
			slices.Sort(executed)
			return executed
		} else if err != nil {
			t.Fatal(err)
		}
		if !action.RemoteCacheHit {
			executed = append(executed, action.ProgressMessage)
		}
	}
}

// TestBazel builds the example on two machines that share a cache.
func TestBazel(t *testing.T) {
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is missing; on Debian, apt-get install bazel-bootstrap")
	}
	if testing.Short() {
		t.Skip("Bazel takes a minute")
	}
	var cache remoteCache
	address := cache.serve(t)
	everything := []string{
		"Checking //layers:dense", "Checking //layers:pool", "Checking //models:mlp",
		"Reading what was found in //layers:dense", "Reading what was found in //layers:pool", "Reading what was found in //models:mlp",
		"Testing //layers:dense_check", "Testing //layers:pool_check", "Testing //models:mlp_check", "Testing //models:mlp_test",
	}
	first := newBuilder(t, address)
	expect(t, first, 0, everything, "", "test", "--config=fraccheck", "//...")
	if hits, wrote := cache.counts(); hits != 0 || wrote != len(everything) {
		t.Errorf("the first machine found %d actions in the cache and kept %d", hits, wrote)
	}

	second := newBuilder(t, address)
	expect(t, second, 0, nil, "", "test", "--config=fraccheck", "//...")
	if hits, wrote := cache.counts(); hits != len(everything) || wrote != 0 {
		t.Errorf("the second machine found %d actions in the cache and kept %d", hits, wrote)
	}
	afterEdits(t, second)
	pinned(t, second)
}

// afterEdits holds what is executed once sources changed. What a check finds is as before
// most times, and then nobody who reads it is asked again.
func afterEdits(t *testing.T, b *builder) {
	b.edit(t, "layers/pool.frac", "(%x + %y) / 2f", "%x / 2f + %y / 2f")
	expect(t, b, 0, []string{"Checking //layers:pool"}, "", "test", "--config=fraccheck", "//...")

	b.edit(t, "layers/dense.frac", "nn.relu(nn.bias_add(nn.dense(%x, %w, units=None), %b))",
		"let %y = nn.dense(%x, %w, units=None); nn.relu(nn.bias_add(%y, %b))")
	expect(t, b, 0, []string{"Checking //layers:dense", "Testing //models:mlp_test"}, "", "test", "--config=fraccheck", "//...")

	const head = "%b: Tensor[(m,), float32])\n"
	b.edit(t, "layers/dense.frac", head, "%b: Tensor[(m,), float32], %more: ())\n")
	const arity = "models/mlp.frac:5:"
	expect(t, b, 3, []string{
		"Checking //layers:dense", "Checking //models:mlp", "Testing //layers:dense_check", "Testing //models:mlp_check", "Testing //models:mlp_test",
	}, arity, "test", "//...")
	b.edit(t, "layers/dense.frac", "float32], %more: ())\n", "float32])\n")
	expect(t, b, 0, []string{ // Bazel runs tests again that failed
		"Testing //layers:dense_check", "Testing //models:mlp_check", "Testing //models:mlp_test",
	}, "", "test", "--config=fraccheck", "//...")

	looksIntoBodies(t, b)

	b.edit(t, "layers/pool.frac", "%y: float32)", "%y: float32, %z: float32)")
	const unused = "layers/pool.frac:2:39: error[unused-parameter]"
	expect(t, b, 3, []string{"Checking //layers:pool", "Testing //layers:pool_check"}, unused, "test", "//...")
	expect(t, b, 1, []string{"Reading what was found in //layers:pool"}, unused, "build", "--config=fraccheck", "//...")

	b.edit(t, "models/mlp_test.frac", "25f", "26f")
	expect(t, b, 3, []string{"Testing //models:mlp_test"}, "models/mlp_test.frac:3:1: error[expectation-failed]", "test", "//models:mlp_test")

	b.edit(t, "models/BUILD.bazel", `    deps = ["//layers:dense"],`, "")
	expect(t, b, 3, []string{"Checking //models:mlp", "Testing //models:mlp_check"},
		`cannot import "../layers/dense.frac"`, "test", "//models:mlp_check")
}

// looksIntoBodies holds that a contract over imported definitions needs the word for it.
func looksIntoBodies(t *testing.T, b *builder) {
	b.edit(t, "models/mlp.frac", "def @mlp", "#[cost(work = \"n\")]\ndef @mlp")
	expect(t, b, 1, []string{"Checking //models:mlp"}, "a cost contract or a lint rule looks into the body of `@dense` of layers/dense.frac", "build", "--config=fraccheck", "//models:mlp")
	b.edit(t, "models/BUILD.bazel", `    deps = ["//layers:dense"],`, `    sees_bodies = True, deps = ["//layers:dense"],`)
	expect(t, b, 0, []string{"Checking //models:mlp"}, "", "build", "--config=fraccheck", "//models:mlp")
	b.edit(t, "models/BUILD.bazel", "sees_bodies = True, ", "")
	b.edit(t, "models/mlp.frac", "#[cost(work = \"n\")]\n", "")
}

// pinned checks a generated source, and one that imports it, by a fraccheck of the workspace.
func pinned(t *testing.T, b *builder) {
	binary, err := os.ReadFile(static(t))
	if err != nil {
		t.Fatal(err)
	}
	b.write(t, "tools/pinned", string(binary))
	if err := os.Chmod(b.path("tools/pinned"), 0o777); err != nil {
		t.Fatal(err)
	}
	b.write(t, "tools/BUILD.bazel", `exports_files(["pinned"])`)
	b.write(t, "made/BUILD.bazel", `load("@rules_frac//:defs.bzl", "frac_library", "frac_test")
genrule(name = "write", outs = ["one.frac"], cmd = "echo 'def @one() -> int32 { 1 }' > $@")
frac_library(name = "one", srcs = ["one.frac"])
frac_library(name = "two", srcs = ["two.frac"], deps = [":one"])
frac_test(name = "two_test", srcs = [":two"], args = ["--max-steps=1000"])
`)
	b.write(t, "made/two.frac", "import \"one.frac\"\n@one() + @one()  # => 2\n")
	b.env = append(b.env, "PATH="+os.Getenv("PATH"))
	expect(t, b, 0, []string{"Executing genrule //made:write", "Testing //made:two_test"}, "",
		"test", "--@rules_frac//:fraccheck=//tools:pinned", "//made:two_test")
}

// expect runs Bazel and holds its status, the actions and what it prints.
func expect(t *testing.T, b *builder, status int, actions []string, prints string, command string, arguments ...string) {
	t.Helper()
	printed, got, executed := b.run(t, command, arguments...)
	// Bazel's own wrapper of tests copies what they print in a process that it does not wait
	// for, so that the log of one that ends at once can be empty. What failed runs again.
	for again := 0; again < 3 && status == 3 && got == status && !strings.Contains(printed, prints); again++ {
		printed, _, _ = b.run(t, command, arguments...)
	}
	if got != status || !slices.Equal(executed, actions) || !strings.Contains(printed, prints) {
		t.Fatalf("%s %s: status %d, want %d; it executed %q, want %q; it must print %q and printed\n%s",
			command, strings.Join(arguments, " "), got, status, executed, actions, prints, printed)
	}
}
