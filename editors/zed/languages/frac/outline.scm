(definition "def" @context name: (global) @name) @item
(declaration name: (global) @name) @item
(data_definition name: (type_identifier) @name) @item
(constructor name: (name) @name) @item
(type_alias name: (type_identifier) @name) @item
(opaque_type name: (type_identifier) @name) @item
