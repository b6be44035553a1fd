// The grammar of Frac for editors. docs/grammar.ebnf states the language, and a test
// holds this grammar against the parser of package syntax; where a newline ends
// something is decided in src/scanner.c.

/** rule between commas, the last of which may be missing; none at all is fine. */
function list(rule) {
  return optional(seq(rule, repeat(seq(",", rule)), optional(",")));
}

/** An expression chain: operators by how strongly they bind, all from the left. */
const operators = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/"]];
const dimensionOperators = [["+", "-"], ["*", "/"], ["^"]];

const prefix = 10;
const signed = 11;
const postfix = 12;

module.exports = grammar({
  name: "frac",

  word: ($) => $.name,

  extras: ($) => [/[ \t\r\n\f\u000B]/, $.line_comment, $.block_comment],

  // In the order of src/scanner.c.
  externals: ($) => [
    $._value_end, // a newline that ends the value of a binding as `;` does
    $._type_end, // one that ends the type of a `free_var`
    $._line_end, // the end of an item of one line
    $._head_end, // the same after `type N`, which constructors in braces may go on
    $._expression_end, // the end of a top-level expression
    $._nested_comment, // a block comment, also one that nests
    $._local,
    $._numbered, // a local whose name begins with a digit, without segments
    $._bound_local, // a local where it is bound, whose name may have a `-`
    $.attribute,
    $._version_attribute,
    $.metadata,
    $._clause_open, // `(` where `=>` follows the matching `)`
    $._clause_minus, // `-` before a number that `=>` follows
    $._where_comma, // `,` before a further constraint
    $.object, // an object that TVM prints after `=`: `Target(id=1)`, `{"k"=1}`
    $._printed_tensor, // `Tensor` before `[(`, in an operator's arguments
    $._def,
    $._data,
    $._type_word,
    $._extern,
    $._import,
    $._assert,
    $._recovery, // in no rule: valid only while the parser recovers
  ],

  supertypes: ($) => [$._expression, $._pattern, $._type],

  rules: {
    source_file: ($) => repeat(choice($.attribute, $._item)),

    line_comment: () => token(choice(/#[^\n]*/, /\/\/[^\n]*/)),

    block_comment: ($) => choice($._nested_comment, /\/\*([^*]|\*+[^*\/])*\*+\//),

    // Items.

    _item: ($) =>
      choice(
        $.version,
        $.metadata,
        $.definition,
        $.data_definition,
        $.type_alias,
        $.opaque_type,
        $.import,
        $.assertion,
        $.declaration,
        $.expression_item,
      ),

    version: ($) => choice($._version_attribute, /v[0-9]*(\.[0-9]+)+/),

    definition: ($) =>
      seq(
        alias($._def, "def"),
        field("name", $.global),
        optional(field("type_parameters", $.type_parameters)),
        field("parameters", $.parameters),
        optional(seq("->", field("result", $._result_type))),
        optional($.where_clause),
        field("body", $.block),
      ),

    data_definition: ($) =>
      seq(
        choice(alias($._data, "data"), alias($._type_word, "type")),
        field("name", alias($.name, $.type_identifier)),
        optional(field("type_parameters", $.type_parameters)),
        "{",
        repeat(seq($.constructor, optional(","))),
        "}",
      ),

    constructor: ($) =>
      seq(
        field("name", $.name),
        optional(seq(optional(":"), field("fields", $.constructor_fields))),
        optional(seq("->", field("result", $._result_type))),
      ),

    constructor_fields: ($) => seq("(", list($._type_argument), ")"),

    type_alias: ($) =>
      seq(
        choice(
          seq(
            alias($._type_word, "type"),
            field("name", alias($.name, $.type_identifier)),
            optional(field("type_parameters", $.type_parameters)),
          ),
          field("name", alias($.name, $.type_identifier)),
        ),
        "=",
        field("type", $._type),
        $._line_end,
      ),

    opaque_type: ($) =>
      choice(
        seq(alias($._extern, "extern"), $._opaque_head, $._line_end),
        seq($._opaque_head, $._head_end),
      ),

    _opaque_head: ($) =>
      seq(
        alias($._type_word, "type"),
        field("name", alias($.name, $.type_identifier)),
        optional(field("type_parameters", $.type_parameters)),
      ),

    import: ($) => seq(alias($._import, "import"), field("path", $.string), optional(";"), $._line_end),

    assertion: ($) =>
      seq(
        alias($._assert, "assert"),
        optional("!"),
        "equiv",
        "(",
        $._type_argument,
        ",",
        $._type_argument,
        optional(","),
        ")",
        $._line_end,
      ),

    declaration: ($) => seq(field("name", $.global), ":", field("type", $._type), $._line_end),

    expression_item: ($) => seq($._sequence, $._expression_end),

    // Signatures.

    type_parameters: ($) =>
      choice(seq("<", list($.type_parameter), ">"), seq("[", list($.type_parameter), "]")),

    type_parameter: ($) =>
      seq(field("name", alias($.name, $.type_identifier)), optional(seq(":", field("kind", $._type)))),

    parameters: ($) => seq("(", list(choice($._attributes, $.parameter)), ")"),

    parameter: ($) =>
      seq(
        field("pattern", $._pattern),
        optional(seq("{", repeat1(seq($.named_argument, optional(","))), "}")),
        optional(seq(":", field("type", $._type))),
      ),

    where_clause: ($) =>
      prec.right(seq("where", $.constraint, repeat(seq(alias($._where_comma, ","), $.constraint)))),

    constraint: ($) =>
      seq(field("operator", $.name), "(", list($._type_argument), ")", "=", field("result", $._dimension)),

    // Types and dimensions.

    _type: ($) =>
      choice(
        alias($.name, $.type_identifier),
        $.type_application,
        $.function_type,
        $.tuple_type,
        $.list_type,
        $.hole,
        $.any,
        $.metadata_reference,
        $.integer,
      ),

    // A `where` after a result belongs to the definition, not to a function type at
    // the end of the result.
    _result_type: ($) =>
      choice(
        alias($.name, $.type_identifier),
        $.type_application,
        alias($._result_function_type, $.function_type),
        $.tuple_type,
        $.list_type,
        $.hole,
        $.any,
        $.metadata_reference,
        $.integer,
      ),

    type_application: ($) =>
      seq(
        field("name", alias($.name, $.type_identifier)),
        choice(seq("[", list($._type_argument), "]"), seq("(", list($._type_argument), ")")),
      ),

    function_type: ($) =>
      prec.right(seq($._function_type_head, "->", field("result", $._type), optional($.where_clause))),

    _result_function_type: ($) => seq($._function_type_head, "->", field("result", $._result_type)),

    _function_type_head: ($) =>
      seq(
        choice("fn", "fun"),
        optional(field("type_parameters", $.type_parameters)),
        field("parameters", $.tuple_type),
      ),

    tuple_type: ($) => seq("(", list($._type_argument), ")"),

    list_type: ($) => seq("[", list($._type_argument), "]"),

    any: () => "?",

    _type_argument: ($) => choice($.named_type_argument, $._type_value),

    named_type_argument: ($) => seq(field("name", $.name), "=", field("value", $._type_value)),

    _type_value: ($) => choice($.string, alias($._float, $.float), $._dimension),

    _dimension: ($) => choice($._type, $.binary_dimension, $.unary_dimension),

    binary_dimension: ($) =>
      choice(
        ...dimensionOperators.flatMap((level, i) =>
          level.map((operator) =>
            prec.left(
              i + 1,
              seq(field("left", $._dimension), field("operator", operator), field("right", $._dimension)),
            ),
          ),
        ),
      ),

    unary_dimension: ($) => prec(prefix, seq(field("operator", "-"), field("operand", $._dimension))),

    // Statements.

    block: ($) => seq("{", $._sequence, "}"),

    _sequence: ($) => seq(repeat($._statement), $._expression),

    _statement: ($) =>
      choice(
        $._bound,
        seq($.graph_binding, choice(";", $._value_end)),
        seq($.assignment, choice(";", $._value_end)),
        prec(1, seq($._expression, ";")),
      ),

    _bound: ($) =>
      choice(seq($.let_binding, choice(";", $._value_end)), seq($.free_variable, choice(";", $._type_end))),

    let_binding: ($) =>
      seq(
        "let",
        choice(field("pattern", $._pattern), seq(field("pattern", alias($._bound_local, $.local)), $.shared)),
        optional(seq(":", field("type", $._type))),
        "=",
        field("value", $._assigned),
      ),

    // RAF says whose memory a variable has: `let %y(share: %x) = …`.
    shared: ($) => seq("(", choice("share", "may_share"), ":", alias($._bound_local, $.local), ")"),

    graph_binding: ($) => seq(field("name", alias($._numbered, $.local)), "=", field("value", $._assigned)),

    free_variable: ($) => seq("free_var", field("name", alias($._bound_local, $.local)), optional(seq(":", field("type", $._type)))),

    assignment: ($) => seq(field("left", $.index_expression), "=", field("right", $._assigned)),

    // Expressions.

    // What may stand where no statement begins: a row of statements may follow a `let`.
    _value: ($) => choice($._expression, $.let_expression),

    // What may follow `=`.
    _assigned: ($) => choice($._value, $.object),

    let_expression: ($) => seq($._bound, $._sequence),

    _expression: ($) =>
      choice(
        $.function,
        $.if_expression,
        $.match_expression,
        $.block,
        $.parenthesized_expression,
        $.tuple,
        $.list,
        $.binary_expression,
        $.unary_expression,
        $.call_expression,
        $.index_expression,
        $.projection,
        $.local,
        $.global,
        $.name,
        $.integer,
        $.float,
        $.boolean,
        $.string,
        $.metadata_reference,
        $.placeholder,
      ),

    function: ($) =>
      seq(
        choice("fn", "fun"),
        optional(field("type_parameters", $.type_parameters)),
        field("parameters", $.parameters),
        optional(seq("->", field("result", $._result_type))),
        field("body", $.block),
      ),

    if_expression: ($) =>
      prec.right(
        seq(
          "if",
          field("condition", $._value),
          field("consequence", $.block),
          optional(seq("else", field("alternative", choice($.if_expression, $.block)))),
        ),
      ),

    match_expression: ($) =>
      seq(choice("match", "match?"), field("value", $._value), field("body", $.match_body)),

    match_body: ($) => seq("{", repeat(seq($.clause, optional(","))), "}"),

    clause: ($) =>
      choice(
        seq("case", field("pattern", $._typed_pattern), field("body", $.block)),
        seq(
          field("pattern", choice($._typed_pattern, alias("case", $.name))),
          "=>",
          field("body", alias($._sequence, $.clause_body)),
        ),
      ),

    parenthesized_expression: ($) => seq("(", $._sequence, ")"),

    tuple: ($) =>
      choice(seq("(", ")"), seq("(", $._sequence, ",", list($._value), ")")),

    list: ($) => seq("[", list($._value), "]"),

    binary_expression: ($) =>
      choice(
        ...operators.flatMap((level, i) =>
          level.map((operator) =>
            prec.left(i + 1, seq(field("left", $._expression), field("operator", operator), field("right", $._value))),
          ),
        ),
      ),

    unary_expression: ($) =>
      prec(prefix, seq(field("operator", choice("!", "-")), field("operand", $._value))),

    call_expression: ($) => prec(postfix, seq(field("function", $._expression), field("arguments", $.arguments))),

    arguments: ($) => seq("(", list(choice($._attributes, $._value, $._printed_type)), ")"),

    // Types that TVM prints after the operands of a call. Scalar types are names.
    _printed_type: ($) =>
      choice(alias($._printed_tensor_type, $.type_application), alias($._printed_tuple_type, $.tuple_type)),

    _printed_tensor_type: ($) =>
      seq(field("name", alias($._printed_tensor, $.type_identifier)), "[", list($._type_argument), "]"),

    _printed_tuple_type: ($) =>
      seq("(", $._printed_type, repeat(seq(",", choice($._printed_type, $._type_argument))), optional(","), ")"),

    // Named arguments need no commas between them.
    _attributes: ($) => repeat1($.named_argument),

    named_argument: ($) => seq(field("name", $.name), "=", field("value", $._assigned)),

    index_expression: ($) =>
      prec(postfix, seq(field("value", $._expression), "[", field("index", $._value), "]")),

    projection: ($) =>
      prec(postfix, seq(field("value", $._expression), ".", field("field", alias(/[0-9]+/, $.integer)))),

    // Patterns.

    _typed_pattern: ($) => choice($._pattern, $.typed_pattern),

    typed_pattern: ($) => seq(field("pattern", $._pattern), ":", field("type", $._type)),

    _pattern: ($) =>
      choice(
        $.hole,
        alias($._bound_local, $.local),
        $.name,
        $.boolean,
        $.integer,
        $.constructor_pattern,
        $.tuple_pattern,
      ),

    constructor_pattern: ($) => seq(field("name", $.name), field("fields", $.tuple_pattern)),

    tuple_pattern: ($) => seq(choice("(", alias($._clause_open, "(")), list($._typed_pattern), ")"),

    // Tokens.

    local: ($) => choice($._local, $._numbered),

    global: () => /@([A-Za-z0-9_]+((-|::)[A-Za-z][A-Za-z0-9_]*)*|"[^"\n]+")/,

    name: () => /custom\[[A-Za-z0-9_]+\][0-9]+|([A-Za-z]|_[A-Za-z0-9_])[A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*/,

    hole: () => "_",

    placeholder: () => token(prec(-1, /\?([A-Za-z_][A-Za-z0-9_]*)?/)),

    boolean: () => choice("True", "true", "False", "false"),

    // A minus before a number is a part of it.
    integer: ($) => choice($._digits, prec(signed, seq(choice("-", alias($._clause_minus, "-")), $._digits))),

    _digits: () => /[0-9]+(i[0-9]*|u[0-9]+)?/,

    float: ($) => choice($._float, prec(signed, seq("-", $._float))),

    _float: ($) => choice($._decimal, $._special),

    _decimal: () => token(choice(/[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?(f[0-9]*)?/, /[0-9]+[eE][+-]?[0-9]+(f[0-9]*)?/, /[0-9]+\.?f[0-9]*/)),

    _special: () => choice(...["inff", "nanf"].flatMap((word) => ["", "16", "32", "64"].map((width) => word + width))),

    string: () => /(str)?"([^"\\]|\\(.|\n))*"/,

    metadata_reference: () => /meta\[[A-Za-z0-9_.]*\]\[[0-9]+\]/,
  },
});
