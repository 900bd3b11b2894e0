package import KeyStore
package import TextFormats

/// A manifest that cannot be read or understood, with the place.
///
/// No message holds what a cell says but content ids: a cell may be a secret variable.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Problem: Hashable, Sendable {
        // MARK: The file

        /// There is no such file.
        case notFound
        /// It is a directory.
        case isDirectory
        /// It cannot be read; the system's words, and whether permission is what is missing.
        case unreadable(String, lacksPermission: Bool)
        case shortage(ResourceShortage)
        /// The ending of its name tells no format.
        case unknownFormat(ending: String)
        /// It has more bytes.
        case tooLarge(maximum: Int)
        /// It has more titles.
        case tooManyTitles(maximum: Int)

        // MARK: All formats

        /// It is UTF-16.
        case utf16
        /// It is not UTF-8.
        case notUTF8
        /// A NUL, or an escape for one.
        case nul
        /// There is no title.
        case noTitles
        /// A title without what every title has.
        case missingValue(String)
        /// Two titles with one content id.
        case contentIDTwice(String, firstLine: Int)
        /// A column that the caller does not know.
        case unknownColumn(String, known: [String])
        /// A name that stands twice; the other form of it.
        case columnTwice(String, first: String)
        /// A column, or a key, with an empty name.
        case namelessColumn(number: Int?)

        // MARK: CSV

        /// There is no header.
        case noHeader
        /// A header without a column that every manifest has; those it has.
        case missingColumn(String, columns: [String])
        /// Cells that are separated by something else than commas.
        case otherSeparator(name: String)
        /// A row with another number of cells than the header.
        case cellCount(Int, expected: Int)
        /// A quoted cell that does not end; it begins here.
        case unclosedQuote
        /// Something between the end of a quoted cell and the comma behind it.
        case textAfterQuote
        /// A quote in a cell that does not begin with one.
        case quoteInCell
        /// A carriage return without a line feed, outside of quotes.
        case loneCarriageReturn

        // MARK: JSON Lines

        /// A line that is something else than an object.
        case notAnObject(isArray: Bool)
        /// A line that is no JSON.
        case malformedJSON(String)

        // MARK: JSON Lines and YAML

        /// A list or an object where a single value stands.
        case nestedValue(String)
        /// A list of inputs with something else than texts in it.
        case listItem(String)

        // MARK: YAML

        /// The file is no YAML; the parser's words.
        case malformedYAML(String)
        /// An alias, or a word like one.
        case alias
        /// An anchor.
        case anchor
        /// A tag.
        case tag(String)
        /// Something else than a list of titles, or a mapping that has one.
        case notTitles
        /// A key of the mapping that there is not.
        case unknownKey(String)
        /// A title, or the defaults, that are no mapping.
        case notAMapping(String)
    }

    /// The place; the file as a whole if the problem is not in one place.
    package let place: TextPlace
    /// What is wrong.
    package let problem: Problem

    /// Memberwise.
    package init(at place: TextPlace, _ problem: Problem) {
        self.place = place
        self.problem = problem
    }

    /// One line: where, what was found, what is expected, what to do.
    package var description: String { "\(place): \(problem)" }
}
