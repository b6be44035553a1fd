// Package typeexpr turns types as they are written into types: names, type formers with
// arguments, arithmetic of extents, `where`, signatures.
//
// A Resolver reads the type nodes of one item. What a name stands for it asks its
// Environment, the module, after the type parameters in scope (ParamScope). Its Hooks take
// what it finds: the object of each name, the diagnostics. A type parameter is a type or an
// extent by its first use:
//
//	def @f<a, n>(%x: a, %y: Tensor[(n), float32])    a is a types.Var, n a symbolic.Symbol
//
// Both are rigid: inside of the definition each stands for itself alone. What is in error is
// types.ErrorType, which agrees with every type, so that one mistake is one diagnostic.
//
// Start with resolve.go; former.go has types with arguments, extent.go has extents, parse.go
// has types by themselves.
package typeexpr
