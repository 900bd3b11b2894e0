package import TextFormats
import Yams

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
    /// The place; the file as a whole where no other is known.
    package let place: TextPlace

    init(_ problem: Problem, at place: TextPlace) {
        self.problem = problem
        self.place = place
    }

    /// Takes only the parser's words and the place: its own description holds a piece of the file.
    init(_ error: any Error, source: String) {
        let whole = TextPlace(in: source)
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.malformed(problem), at: mark.place(in: source))
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.init(.keyTwice(duplicates.first ?? ""), at: context.mark.place(in: source))
        case .reader(let problem, _, _, _): self.init(.malformed(problem), at: whole)
        default: self.init(.malformed("it cannot be read"), at: whole)
        }
    }
}

extension Mark {
    /// The place that the parser marks.
    func place(in source: String) -> TextPlace { TextPlace(in: source, line: line, column: column) }
}
