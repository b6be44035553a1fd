package resource

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// spare is what the runtime takes besides what programs do.
const spare = 512 << 20

// Confine bounds the memory of this process and lowers its priority. Where the
// system refuses, the interpreter's own limits remain.
func Confine(memory uint64) {
	ConfineData(memory + spare)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10)
}

// ConfineData bounds the memory of this process, in bytes.
func ConfineData(memory uint64) {
	var now syscall.Rlimit
	if syscall.Getrlimit(rlimitData, &now) == nil {
		memory = min(memory, now.Max) // a bound that stands can only be lowered
	}
	_ = syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: memory, Max: memory})
}

// rlimitData bounds private memory that can be written (setrlimit(2)).
const rlimitData = syscall.RLIMIT_DATA

// MachineMemory is how much this process may have at most, in bytes: what the machine
// has, or the group of processes that this one is in; 0 where that is not known.
func MachineMemory() int64 {
	memory := int64(0)
	if text, err := disk.KernelText("/proc/meminfo"); err == nil {
		if _, rest, ok := bytes.Cut(text, []byte("MemTotal:")); ok {
			memory = firstNumber(rest) << 10
		}
	}
	for _, name := range GroupLimits() {
		if text, err := disk.KernelText(name); err == nil {
			if bound := firstNumber(text); bound > 0 && (memory == 0 || bound < memory) {
				memory = bound
			}
		}
	}
	return memory
}

// GroupLimits are the files that may have a limit for the processes that this one is among:
// those of the root, which in a container is the container's, and of the groups in
// /proc/self/cgroup, of which an outer one may be tighter (cgroups(7), both versions).
func GroupLimits() []string {
	const one, two = "/sys/fs/cgroup/memory", "/sys/fs/cgroup"
	files := []string{two + "/memory.max", one + "/memory.limit_in_bytes"}
	text, _ := disk.KernelText("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // number:controllers:path
		if len(fields) < 3 {
			continue
		}
		for at := fields[2]; len(at) > 1; at = path.Dir(at) {
			switch {
			case fields[1] == "":
				files = append(files, path.Join(two, at, "memory.max"))
			case slices.Contains(strings.Split(fields[1], ","), "memory"):
				files = append(files, path.Join(one, at, "memory.limit_in_bytes"))
			}
		}
	}
	return files
}

// unlimited is RLIM_INFINITY (getrlimit(2)).
const unlimited = math.MaxUint64

// Room is how many bytes the limits of this process (`ulimit -v`, `ulimit -d`) leave it
// from now on; math.MaxInt64 where there are none. The address space that Go's runtime reserves
// at its start, some 0.8 GB, counts against the first of them.
func Room() int64 {
	room := int64(math.MaxInt64)
	text, err := disk.KernelText("/proc/self/statm")
	fields := bytes.Fields(text)
	if err != nil || len(fields) < 6 {
		return room
	}
	for _, limit := range []struct{ resource, field int }{{syscall.RLIMIT_AS, 0}, {rlimitData, 5}} { // pages: size, data
		var is syscall.Rlimit
		if syscall.Getrlimit(limit.resource, &is) == nil && is.Cur != unlimited && is.Cur < math.MaxInt64 {
			room = min(room, max(int64(is.Cur)-firstNumber(fields[limit.field])*int64(os.Getpagesize()), 0))
		}
	}
	return room
}

// Descendants are the processes that a process started, and those that they did.
func Descendants(pid int) (all []int) {
	for child := range childrenOf(pid) {
		all = append(append(all, child), Descendants(child)...)
	}
	return all
}

// childrenOf gives the processes that the threads of a process started (proc(5)).
func childrenOf(pid int) iter.Seq[int] {
	return func(yield func(int) bool) {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*/children", pid))
		for _, thread := range threads {
			text, _ := disk.KernelText(thread) // a thread may be gone
			for _, field := range bytes.Fields(text) {
				if child, err := strconv.Atoi(string(field)); err == nil && !yield(child) {
					return
				}
			}
		}
	}
}

// DescendantsMemory is how many bytes the processes have in memory that this one started, and
// those that they did, and which of them has most; 0 where there are none.
func DescendantsMemory() (bytesHeld int64, largest int) {
	most := int64(0)
	for _, pid := range Descendants(os.Getpid()) {
		text, err := disk.KernelText(fmt.Sprintf("/proc/%d/statm", pid))
		fields := bytes.Fields(text)
		if err != nil || len(fields) < 2 {
			continue // it has ended
		}
		held := firstNumber(fields[1]) * int64(os.Getpagesize())
		if bytesHeld += held; held > most {
			most, largest = held, pid
		}
	}
	return bytesHeld, largest
}

// firstNumber is the number that a text begins with; 0 for none.
func firstNumber(text []byte) int64 {
	fields := bytes.Fields(text)
	if len(fields) == 0 {
		return 0
	}
	n, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
