// Package dataset reads tests in ONNX's own layout: a folder with a model and, for each set of
// data, a folder with the inputs and the outputs that are expected of it.
//
//	NAME/model.onnx
//	NAME/test_data_set_0/input_0.pb, input_1.pb, …, output_0.pb, …
//
// What message a file of data is, is not written in it: it is read by the type that the model
// declares for the input or output of its number. How a model is run is the caller's (check.go);
// compare.go says when an output is the one that is expected.
//
// Read check.go first.
package dataset
