package wire

// A DataKind is what a sequence or an optional holds.
type DataKind int32

// The kinds, as SequenceProto.DataType and OptionalProto.DataType number them.
const (
	NoData       DataKind = 0
	TensorData   DataKind = 1
	SparseData   DataKind = 2
	SequenceData DataKind = 3
	MapData      DataKind = 4
	OptionalData DataKind = 5
)

// A Sequence is values of one kind, in the list that Kind names.
type Sequence struct {
	Name      string
	Kind      DataKind
	Tensors   []*Tensor
	Sparse    []*SparseTensor
	Sequences []*Sequence
	Optionals []*Optional
}

// An Optional is a value, or none where all of its fields are nil.
type Optional struct {
	Name     string
	Kind     DataKind
	Tensor   *Tensor
	Sparse   *SparseTensor
	Sequence *Sequence
	Optional *Optional
}

// ReadTensor reads a file that is one tensor. Its elements refer to the bytes. Nothing in such
// a file says what it is: the reader knows it from the type that a model declares.
func ReadTensor(data []byte) (*Tensor, error) { return decode(nil, data, &table().tensor) }

// ReadSequence reads a file that is one sequence.
func ReadSequence(data []byte) (*Sequence, error) { return decode(nil, data, &table().sequence) }

// ReadOptional reads a file that is one optional value.
func ReadOptional(data []byte) (*Optional, error) { return decode(nil, data, &table().optional) }
