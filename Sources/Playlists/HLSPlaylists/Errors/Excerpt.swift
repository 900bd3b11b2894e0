/// The start of a text from the input, fit for a message of one line: printable and at most 40 characters.
package struct Excerpt: Hashable, Sendable, CustomStringConvertible {
    private static let maximumLength = 40

    /// The text in quotes; "nothing" when empty.
    package let description: String

    /// The first line of a file that is not a playlist.
    ///
    /// It is shown when it looks like markup only, since the file could as well hold keys.
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
        let shown = text.unicodeScalars.prefix(Self.maximumLength).map { Self.isPrintable($0) ? $0 : "?" }
        let isCut = shown.count < text.unicodeScalars.count
        let quoted = "'" + String(String.UnicodeScalarView(shown)) + (isCut ? "…'" : "'")
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
