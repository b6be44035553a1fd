// Package export writes programs as ONNX models.
//
// A definition goes in, with the typed trees of what it calls, and a model comes out, or a
// Refusal, which says where the program has something that ONNX cannot express, and why. With a Patch
// only the nodes of a part of the definition come out, to be put into a model that exists.
//
// # Steps
//
//	export.go    the definition: inputs, outputs, what a model begins and ends with; refusals
//	frame.go     evaluation of the values of a dataflow graph
//	apply.go     calls of functions: written where they are called, sizes as extents of arguments
//	local.go     functions that the model has of its own
//	control.go   branches, matches, functions that call themselves as Loops
//	value.go     values during the export; names, constants, types of the model
//	call.go      what entries are written in: nodes, attributes, the check of a node
//	extent.go    extents as formulas, computed by nodes
//	literal.go   constants of the program
//	finish.go    nodes that nothing reads are dropped, values get their names
//	patch.go     parts of models
//
// An operator is one entry of a table, which says what nodes it becomes: elementwise, cast, reduce, shape,
// index, network, quantized, image and sequence have them by what they compute.
//
// # Representation
//
// The export is a partial evaluation of the definition. The values of its graph are evaluated in the
// order of the text, each once for each call of its function (frame.values). A Value is one of
//
//	name    a value of the model: a tensor, a sequence or an optional
//	array   a constant, which becomes an initializer when a node reads it
//	parts   a tuple; a FractalTensor of tuples is a tuple of sequences of one length
//	cons    a constructor with its fields
//	fn      a function: a literal with the frame around it, a definition, a constructor, an operator
//
// Of the last three nothing is left in the model: projections, matches of known constructors and calls of
// known functions are carried out.
//
// # Invariants
//
//   - A node is written into the scope of the block in which its value is evaluated, and reads values of
//     that scope and of the ones around it. In a branch only what it computes is in its graph.
//   - A value is computed in the model only where the program computes it: the right operand of `&&`
//     is a branch where it may fail (frame.lazy), and so is each branch of an `if`.
//   - Extents are known numbers, or formulas of size variables, each of which is an axis of an input
//     (exporter.extents). A size variable that no input has as an extent by itself is refused where its
//     value is needed.
//   - Every node is checked against the signature of its operator when it is written (exporter.check), so
//     that a model that comes out is one that readers accept.
//
// # Functions
//
// A function is written where it is called. Two kinds are functions of the model instead: definitions
// that are called several times, and function literals that rules have made groups of. Each is
// written once for each list of types of arguments. One that calls itself as the last thing that it does
// is a Loop over its arguments (exporter.loop); other recursion is refused.
//
// # What a model means
//
// A model that comes out computes what the program computes, for all inputs on which the program does not
// fault: the same elements, floats up to the rounding that ONNX leaves to a runtime. Where ONNX's operator
// computes something else than the language's (integer division, rounding of halves, shifts by the
// width, NaN in a clip), the entry composes the result of several nodes, or refuses the call. A fault
// of the program may be a result of the model, for example of a zip of sequences of different lengths.
//
// # Budgets
//
// mostNodes, mostCalls that are written out, mostDepth of calls and mostGraphs of graphs inside each
// other. Beyond one the program is refused.
package export
