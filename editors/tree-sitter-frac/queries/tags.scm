(definition name: (global) @name) @definition.function
(declaration name: (global) @name) @definition.function
(data_definition name: (type_identifier) @name) @definition.class
(type_alias name: (type_identifier) @name) @definition.type
(opaque_type name: (type_identifier) @name) @definition.type
(constructor name: (name) @name) @definition.constructor
(call_expression function: (global) @name) @reference.call
