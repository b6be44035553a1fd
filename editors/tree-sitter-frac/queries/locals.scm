[(definition) (function) (block) (clause) (let_expression) (expression_item)] @local.scope

(parameter pattern: (local) @local.definition.parameter)
(let_binding pattern: (local) @local.definition.var)
(graph_binding name: (local) @local.definition.var)
(free_variable name: (local) @local.definition.var)
(clause pattern: (local) @local.definition.var)
(tuple_pattern (local) @local.definition.var)
(typed_pattern pattern: (local) @local.definition.var)
(definition name: (global) @local.definition.function)
(declaration name: (global) @local.definition.function)
(type_parameter name: (type_identifier) @local.definition.type)

[(local) (global) (type_identifier)] @local.reference
