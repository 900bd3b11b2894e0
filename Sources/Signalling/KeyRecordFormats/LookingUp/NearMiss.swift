/// A difference between a given asset id, which a file does not have, and a similar one in the file.
package enum NearMiss: Hashable, Sendable {
    /// Some letters have another case.
    case letterCase
    /// One of the two is percent-encoded, the other is not.
    case percentEncoding
    /// The given id is UTF-16, that in the file UTF-8.
    case utf16
    /// The given id begins with `skd://` or `skd:`, that in the file does not.
    case schemeKept
    /// The id in the file begins with `skd://` or `skd:`, the given one does not.
    case schemeMissing
    /// The given id has white space or zero bytes around it.
    case surrounded
    /// The rule `sent` extracts the given id from a key URI of the file, but the file has ids by the rules
    /// `expected`.
    case otherRule(sent: String, expected: [String])

    /// The predicate that follows "the asset id" in messages.
    package var message: String {
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

    /// The advice for the user.
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
