// Package legacy owns what TVM 0.6 to 0.8 wrote in another way than TVM 0.18 does: names
// of operators, operands that were attributes, attributes that had defaults. A call as it
// is written goes in; how it is read comes out, as a call of today's operator.
//
// The table is from TVM's sources of the tags v0.6.1, v0.7.0 and v0.8.0 (the attribute
// classes under include/tvm/relay/attrs and the registrations under src/relay), held
// against those of v0.18.0.
package legacy
