[(definition) (function) (block) (clause) (let_expression) (expression_item)] @local.scope

(parameter pattern: (local) @local.definition.variable.parameter)
(type_parameter name: (type_identifier) @local.definition.type.parameter)

[(local) (type_identifier)] @local.reference
