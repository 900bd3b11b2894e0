/// The start of an input text for a one-line message: printable, at most 40 characters.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
    private static let maximumLength = 40

    /// The text in quotes, or "nothing" if it is empty.
    package let description: String

    /// Creates an excerpt of the first line of a file that is not a playlist.
    ///
    /// The line is shown only if it looks like a tag or markup, since the file could also contain keys.
    init(foreignLine line: ArraySlice<UInt8>) {
        let isMarkup = line.first == ASCII.numberSign || line.first == UInt8(ascii: "<")
        guard isMarkup || line.isEmpty else {
            self.init(description: "other data")
            return
        }
        self.init(line)
    }

    package init(_ bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes.prefix(4 * Self.maximumLength), as: UTF8.self)
        let scalars = text.unicodeScalars.prefix(Self.maximumLength).map { Self.isPrintable($0) ? $0 : "?" }
        let isCut = scalars.count < text.unicodeScalars.count
        let quoted = "'" + String(String.UnicodeScalarView(scalars)) + (isCut ? "…'" : "'")
        description = text.isEmpty ? "nothing" : quoted
    }

    private init(description: String) {
        self.description = description
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            false
        default: true
        }
    }
}
