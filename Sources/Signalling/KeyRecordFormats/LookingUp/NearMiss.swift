/// A way in which an asset id that a file does not have comes close to one that it has.
package enum NearMiss: Hashable, Sendable {
    /// Letters of the other case.
    case letterCase
    /// Percent-encoded in one place and decoded in the other.
    case percentEncoding
    /// UTF-16 where the file has UTF-8.
    case utf16
    /// `skd://` or `skd:` in front of what the file has.
    case schemeKept
    /// The file has `skd://` or `skd:` in front of it.
    case schemeMissing
    /// White space or a zero byte around it.
    case surrounded
    /// Another rule cuts it out of a key URI of the file; the file has what `expected` names.
    case otherRule(sent: String, expected: [String])

    /// The words that follow "the asset id".
    package var words: String {
        switch self {
        case .letterCase: "differs from one of the file in upper and lower case alone"
        case .percentEncoding:
            "differs from one of the file in percent-encoding alone: one side decodes, the other does not"
        case .utf16: "is one of the file in UTF-16, and key servers compare the bytes of UTF-8"
        case .schemeKept: "is one of the file with the URI's scheme in front: the app has to cut it off"
        case .schemeMissing: "is one of the file without the URI's scheme, which the app cut off"
        case .surrounded: "is one of the file with white space or a zero byte around it"
        case .otherRule(let sent, let expected):
            "is what the rule \(sent) cuts out of a key URI of the file, which has that of "
                + (expected.isEmpty ? "none" : expected.joined(separator: ", "))
        }
    }

    /// What to do about it.
    package var remedy: String {
        switch self {
        case .letterCase: "Send it as the URI has it; key servers tell case apart."
        case .percentEncoding:
            "Let the app take the URI's text as it is written, or export with --asset-id-rule of the app."
        case .utf16: "Send the bytes of UTF-8."
        case .schemeKept: "Cut the scheme off in the app, or export with --asset-id-rule whole."
        case .schemeMissing: "Keep the whole URI in the app, or export with --asset-id-rule afterScheme."
        case .surrounded: "Trim it in the app."
        case .otherRule(let sent, _):
            "Export with --asset-id-rule \(sent), or let the app cut as the file has it."
        }
    }
}
