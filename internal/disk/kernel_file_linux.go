package disk

import (
	"io/fs"
	"os"
	"slices"
	"sync"
	"syscall"
)

// kernelFileSystems are the file systems whose files the kernel writes while they are read
// (statfs(2)).
var kernelFileSystems = []uint32{
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

// plainDevices are the numbers of devices whose files are not invented. Many files are on
// few of them, and each question to the system costs as much as opening a file.
var plainDevices sync.Map

// refuseKernelPath refuses a file that the kernel writes while it is read. info is that of the path.
func refuseKernelPath(path string, info fs.FileInfo) error {
	stat, known := info.Sys().(*syscall.Stat_t)
	if known && isPlainDevice(uint64(stat.Dev)) {
		return nil
	}
	var system syscall.Statfs_t
	err := syscall.Statfs(path, &system)
	refused := refuseSystem(path, &system, err)
	if known && err == nil && refused == nil {
		plainDevices.Store(uint64(stat.Dev), nil)
	}
	return refused
}

func isPlainDevice(number uint64) bool {
	_, plain := plainDevices.Load(number)
	return plain
}

func refuseKernelFile(path string, file *os.File) error {
	var system syscall.Statfs_t
	err := syscall.Fstatfs(int(file.Fd()), &system)
	return refuseSystem(path, &system, err)
}

// refuseSystem trusts a file system that does not tell what it is.
func refuseSystem(path string, system *syscall.Statfs_t, err error) error {
	if err == nil && slices.Contains(kernelFileSystems, uint32(system.Type)) {
		return refusal(path, errKernelFile)
	}
	return nil
}
