// Package resource bounds the memory of a process, by the words of the system: what the machine
// has, what the limits of the process (setrlimit(2)) and of its group (cgroups(7)) leave it.
//
// There are two kinds of bounds. A limit of Go's collector (LowerLimit, RespectSystem) makes it
// work harder before memory is short, and stops nothing. Confine and Watch stop a process that
// takes more all the same: the first lets the system refuse memory, after which the runtime ends
// the process; the second notices what is taken, at intervals.
//
// Sizes are in bytes. What a system does not tell is 0, and no limit is math.MaxInt64.
package resource
