package import Failures
package import TextFormats

/// An error in a manifest or in reading it, with its location.
///
/// Messages quote no cells except content ids, since a cell may hold a secret.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem, without its location.
    package enum Problem: Hashable, Sendable {
        // MARK: The file

        /// The file does not exist.
        case notFound
        /// The path names a directory.
        case isDirectory
        /// The file cannot be read: the system's message, and whether permission is missing.
        case unreadable(String, lacksPermission: Bool)
        /// The file cannot be read because the process has too few resources.
        case shortage(ResourceShortage)
        /// The file name extension implies no known format.
        case unknownFormat(ending: String)
        /// The file has more than `maximum` bytes.
        case tooLarge(maximum: Int)
        /// The manifest has more than `maximum` titles.
        case tooManyTitles(maximum: Int)

        // MARK: All formats

        /// The file is UTF-16.
        case utf16
        /// The file is not UTF-8.
        case notUTF8
        /// The file has a NUL character, or an escape sequence for one.
        case nul
        /// The manifest has no titles.
        case noTitles
        /// A title lacks a value for the given column, which every title needs.
        case missingValue(String)
        /// Two titles have the same content id.
        case contentIDTwice(String, firstLine: Int)
        /// The given column is not one of those that the caller knows.
        case unknownColumn(String, known: [String])
        /// A column is named twice; `first` is the spelling of its first mention.
        case columnTwice(String, first: String)
        /// A column or key has an empty name; `number` is that of the column, from 1, or nil for a key.
        case namelessColumn(number: Int?)

        // MARK: CSV

        /// The file has no header.
        case noHeader
        /// The header lacks the given column, which every manifest needs; `columns` are those it has.
        case missingColumn(String, columns: [String])
        /// The cells are separated by the named character instead of commas.
        case otherSeparator(name: String)
        /// A row has another number of cells than the header.
        case cellCount(Int, expected: Int)
        /// A quoted cell, which begins at this location, does not end.
        case unclosedQuote
        /// Text follows the closing quote of a cell.
        case textAfterQuote
        /// A cell that does not begin with a quote has one in it.
        case quoteInCell
        /// A carriage return outside of quotes is not followed by a line feed.
        case loneCarriageReturn

        // MARK: JSON Lines

        /// A line is not a JSON object; `isArray` is true if it begins with `[`.
        case notAnObject(isArray: Bool)
        /// A line is malformed JSON; the reason as a clause.
        case malformedJSON(String)

        // MARK: JSON Lines and YAML

        /// The value of the given column is a list or an object, or its list of inputs has one as an item.
        case nestedValue(String)
        /// The list of the given column has an item without a value, such as `null`.
        case listItem(String)

        // MARK: YAML

        /// The file is malformed YAML; the parser's message.
        case malformedYAML(String)
        /// The file has an alias, or text that looks like one.
        case alias
        /// The file has an anchor.
        case anchor
        /// The file has the given tag.
        case tag(String)
        /// The file is neither a list of titles nor a mapping that has one.
        case notTitles
        /// The top-level mapping has a key other than `titles` and `defaults`.
        case unknownKey(String)
        /// A title, or the defaults, are not a mapping.
        case notAMapping(String)
    }

    /// The location of the problem, or only the file if it has no location within the file.
    package let location: TextLocation
    /// The problem at the location.
    package let problem: Problem

    /// Creates an error.
    init(at location: TextLocation, _ problem: Problem) {
        self.location = location
        self.problem = problem
    }

    /// The location, what was found, what was expected and what to do, on one line.
    package var description: String { "\(location): \(problem)" }
}

extension ManifestError {
    /// The failure class: a manifest that does not exist is a missing input, and a faulty one is malformed.
    package var failureClass: FailureClass {
        switch problem {
        case .notFound, .isDirectory: .missing
        case .unreadable(_, let lacksPermission): lacksPermission ? .permission : .missing
        case .shortage: .unavailable
        case .unknownFormat: .usage
        default: .malformed
        }
    }
}
