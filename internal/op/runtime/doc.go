// Package runtime owns the entries of the operators that compilers put into
// programs: annotations of regions (`annotation.…`), explicit memory
// (`memory.…`) and the calls of the virtual machine (`vm.…`).
//
// Read ops.go first.
package runtime
