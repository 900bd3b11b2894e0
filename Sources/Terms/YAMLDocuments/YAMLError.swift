internal import Yams

/// A fault of a YAML document, and where it is.
package struct YAMLError: Error {
    /// A kind of fault.
    package enum Problem: Hashable, Sendable {
        /// The file is no UTF-8.
        case notUTF8
        /// A node is an alias of another.
        case alias
        /// The parser does not understand it; its words.
        case malformed(String)
        /// A mapping has this key twice.
        case keyTwice(String)
    }

    /// The fault.
    package let problem: Problem
    /// The line, from 1, where it is known.
    package let line: Int?
    /// The column, from 1, where it is known.
    package let column: Int?

    init(_ problem: Problem, line: Int? = nil, column: Int? = nil) {
        self.problem = problem
        self.line = line
        self.column = column
    }

    /// Takes only the parser's words and the place: its own description holds a piece of the file.
    init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.malformed(problem), line: mark.line, column: mark.column)
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.init(
                .keyTwice(duplicates.first ?? ""),
                line: context.mark.line,
                column: context.mark.column
            )
        case .reader(let problem, _, _, _): self.init(.malformed(problem))
        default: self.init(.malformed("it cannot be read"))
        }
    }
}
