package scip

import "google.golang.org/protobuf/encoding/protowire"

// A message is a message of protocol buffers while it is written. The numbers of fields are
// those of SCIP's schema, scip.proto.
type message []byte

func (m *message) text(field protowire.Number, s string) {
	if s != "" {
		*m = protowire.AppendString(protowire.AppendTag(*m, field, protowire.BytesType), s)
	}
}

func (m *message) number(field protowire.Number, n int) {
	if n != 0 {
		*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(n))
	}
}

func (m *message) part(field protowire.Number, part message) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), part)
}

// numbers are packed.
func (m *message) numbers(field protowire.Number, ns ...int) {
	var packed []byte
	for _, n := range ns {
		packed = protowire.AppendVarint(packed, uint64(n))
	}
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), packed)
}

// Fields of an Index, and of its Metadata and ToolInfo.
const (
	indexMetadata, indexDocument, indexExternal = 1, 2, 3
	metadataTool, metadataRoot, metadataText    = 2, 3, 4
	toolName, toolVersion                       = 1, 2
)

// Fields of a Document, an Occurrence and a SymbolInformation.
const (
	documentPath, documentOccurrence, documentSymbol, documentLanguage, documentText, documentEncoding = 1, 2, 3, 4, 5, 6
	occurrenceRange, occurrenceSymbol, occurrenceRoles, occurrenceEnclosing                            = 1, 2, 3, 7
	symbolName, symbolDocumentation, symbolKind, symbolDisplay, symbolSignature                        = 1, 3, 5, 6, 7
)

// utf8 is the encoding of texts, and the unit of columns: bytes.
const utf8 = 1

// Roles of an occurrence.
const (
	roleDefinition = 1
	roleImport     = 2
)

// Kinds of symbols.
const (
	kindConstructor = 9
	kindFile        = 16
	kindFunction    = 17
	kindOperator    = 34
	kindType        = 54
	kindTypeParam   = 58
	kindVariable    = 61
)
