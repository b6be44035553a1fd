package main

import (
	"bytes"
	"strconv"
	"syscall"

	"github.com/fraccheck/fraccheck/disk"
)

// spare is what the runtime takes besides what programs do.
const spare = 512 << 20

// confine bounds the memory of this process and lowers its priority. Where the
// system refuses, the interpreter's own limits remain.
func confine(memory uint64) {
	confineData(memory + spare)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10)
}

// confineData bounds the memory of this process, in bytes.
func confineData(memory uint64) {
	var now syscall.Rlimit
	if syscall.Getrlimit(rlimitData, &now) == nil {
		memory = min(memory, now.Max) // a bound that stands can only be lowered
	}
	_ = syscall.Setrlimit(rlimitData, &syscall.Rlimit{Cur: memory, Max: memory})
}

// rlimitData bounds private memory that can be written (setrlimit(2)).
const rlimitData = syscall.RLIMIT_DATA

// machineMemory is how much this process may have at most, in bytes: what the machine
// has, or the group of processes that this one is in; 0 where that is not known.
func machineMemory() int64 {
	memory := int64(0)
	if text, err := disk.KernelText("/proc/meminfo"); err == nil {
		if _, rest, ok := bytes.Cut(text, []byte("MemTotal:")); ok {
			memory = firstNumber(rest) << 10
		}
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := disk.KernelText(name); err == nil {
			if bound := firstNumber(text); bound > 0 && (memory == 0 || bound < memory) {
				memory = bound
			}
		}
	}
	return memory
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
