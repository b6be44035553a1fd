package runtime

import "github.com/fraccheck/fraccheck/types"

// storage is the type of allocated memory. Programs of the virtual machine
// declare it too (`type Storage {}`); a relation does not see a program's
// declarations, so one type goes for another by name.
var storage = &types.ADT{Decl: &types.Decl{Name: "Storage", Opaque: true}}

func isStorage(t types.Type) bool {
	adt, ok := types.Head(t).(*types.ADT)
	return ok && adt.Decl.Name == storage.Decl.Name && len(adt.Args) == 0
}
