// Package code is what the compiler of interp writes and its machine reads:
// instructions for a machine with registers, the values in those registers, and
// programs made of functions.
//
// An instruction is one word of 32 bits or more (opcode.go); the table of opcodes
// (opcode_table.go) names them and says which operands follow, and with that how
// long each is, and the disassembler prints them by it. A value in a register is
// a Slot of two words (slot.go). Functions (function.go) hold code with what it
// names by index; a Program (program.go) numbers functions and constructors.
//
// Nothing here runs or compiles. Read opcode.go first, then slot.go.
package code
