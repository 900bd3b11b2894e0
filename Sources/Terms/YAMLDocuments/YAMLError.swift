package import TextFormats
import Yams

/// An error in a YAML document, with its location.
package struct YAMLError: Error {
    /// A kind of error.
    package enum Problem: Hashable, Sendable {
        /// The file is not UTF-8.
        case notUTF8
        /// A node is an alias.
        case alias
        /// The parser reports a syntax error, with this message.
        case malformed(String)
        /// A mapping contains this key twice.
        case duplicateKey(String)
    }

    /// The kind of error.
    package let problem: Problem
    /// The location, or the file as a whole if there is no other.
    package let location: TextLocation

    init(_ problem: Problem, at location: TextLocation) {
        self.problem = problem
        self.location = location
    }

    /// Takes the message and the location of a Yams error, but not its description, which quotes the file.
    init(_ error: any Error, source: String) {
        let fileLocation = TextLocation(in: source)
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(.malformed(problem), at: mark.location(in: source))
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.init(.duplicateKey(duplicates.first ?? ""), at: context.mark.location(in: source))
        case .reader(let problem, _, _, _): self.init(.malformed(problem), at: fileLocation)
        default: self.init(.malformed("the YAML parser gives no reason"), at: fileLocation)
        }
    }
}

extension Mark {
    /// Returns the location of the mark in a file.
    func location(in source: String) -> TextLocation { TextLocation(in: source, line: line, column: column) }
}
