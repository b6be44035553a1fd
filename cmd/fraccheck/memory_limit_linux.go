package main

import "syscall"

// spare is what the runtime takes besides what programs do.
const spare = 512 << 20

// confine bounds the memory of this process and lowers its priority. Where the
// system refuses, the interpreter's own limits remain.
func confine(memory uint64) {
	limit := &syscall.Rlimit{Cur: memory + spare, Max: memory + spare}
	_ = syscall.Setrlimit(rlimitData, limit)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, 10)
}

// rlimitData bounds private memory that can be written (setrlimit(2)).
const rlimitData = syscall.RLIMIT_DATA
