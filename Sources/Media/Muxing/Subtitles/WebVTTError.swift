import Mezzanines

/// Why a text is no WebVTT.
struct WebVTTError: Error, Hashable {
    /// From 1.
    let line: Int
    /// What is there.
    let found: String
    /// What has to be there.
    let expected: String
    /// What to do about it.
    let advice: String

    /// The error of the input.
    func error(_ path: String) -> MezzanineError {
        .unsupported(path: path, what: "line \(line): \(found) (expected \(expected))", advice)
    }

    /// A piece of text for a message: printable, at most 40 characters.
    static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes.prefix(160), as: UTF8.self)
        let shown = text.unicodeScalars.prefix(40).map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        return "\"" + shown.joined() + (text.unicodeScalars.count > 40 ? "..." : "") + "\""
    }
}
