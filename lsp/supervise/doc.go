// Package supervise keeps a language server alive: the process that the editor
// started holds the connection, and a child of it does the work.
//
// What Go cannot recover from (a stack that is too deep, memory that is used up)
// ends a process. Where the child ends unasked, another one is started and told
// what the client said so far: the exchange of initialize, the settings and
// folders, and the open documents as they are now. Requests that were running are
// answered with an error of one sentence, progress that was shown is ended, and
// what the client sends meanwhile waits and is delivered in order.
//
// Messages pass as they are. Only their heads are looked at (head.go): the method
// and the id, which is renumbered for requests of the child, since each child
// counts anew. What is remembered is kept as it came (memory.go, document.go) and
// put together when a child needs it.
//
// A child that was started after a crash writes down what it works on before it
// begins (package isolation); so the next crash has a name, and the child after that
// leaves it out.
//
// Read supervisor.go first, then restart.go.
package supervise
