import Mezzanines

/// An error in a WebVTT file.
struct WebVTTError: Error, Hashable {
    /// The line number, from 1.
    let line: Int
    let found: String
    let expected: String
    /// The advice to the user.
    let advice: String

    /// Returns the error as one of the input at `path`.
    func mezzanineError(_ path: String) -> MezzanineError {
        .unsupported(path: path, what: "line \(line): \(found) (expected \(expected))", advice)
    }

    /// Quotes text for a message: without control characters, at most 40 characters.
    static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(160), as: UTF8.self)
        let shown = text.unicodeScalars.prefix(40).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        return "\"" + shown.joined() + (text.unicodeScalars.count > 40 ? "..." : "") + "\""
    }
}
