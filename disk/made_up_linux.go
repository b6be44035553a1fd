package disk

import (
	"os"
	"slices"
	"syscall"
)

// madeUpSystems are the file systems whose files the kernel writes while they are read
// (statfs(2)).
var madeUpSystems = []uint32{
	0x9fa0,     // proc
	0x62656572, // sysfs
	0x64626720, // debugfs
	0x74726163, // tracefs
	0x73636673, // securityfs
	0x62656570, // configfs
	0x0027e0eb, // cgroup
	0x63677270, // cgroup2
	0xcafe4a11, // bpf
	0xf97cff8c, // selinux
	0x42494e4d, // binfmt_misc
	0x19800202, // mqueue
	0x1cd1,     // devpts
}

func madeUp(path string) error {
	var system syscall.Statfs_t
	err := syscall.Statfs(path, &system)
	return refuseMadeUp(path, &system, err)
}

func madeUpFile(path string, file *os.File) error {
	var system syscall.Statfs_t
	err := syscall.Fstatfs(int(file.Fd()), &system)
	return refuseMadeUp(path, &system, err)
}

// refuseMadeUp trusts a file system that does not tell what it is.
func refuseMadeUp(path string, system *syscall.Statfs_t, err error) error {
	if err == nil && slices.Contains(madeUpSystems, uint32(system.Type)) {
		return refusal(path, errMadeUp)
	}
	return nil
}
