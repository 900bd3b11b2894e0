import ProtectionTerms

/// A difference between a given asset id, which a file does not have, and a similar one in the file.
package enum NearMiss: Hashable, Sendable {
    /// Some letters have another case.
    case letterCase
    /// One of the two is percent-encoded, the other is not.
    case percentEncoding
    /// The given id is UTF-16, that in the file UTF-8.
    case utf16
    /// The given id begins with `skd://` or `skd:`, that in the file does not.
    case extraScheme
    /// The id in the file begins with `skd://` or `skd:`, the given one does not.
    case missingScheme
    /// The given id has white space or zero bytes around it.
    case surroundingBytes
    /// The rule `sent` extracts the given id from a key URI of the file, but the file has ids by the rules
    /// `expected`.
    case otherRule(sent: String, expected: [String])

    /// The predicate that follows "the asset id" in messages.
    package var message: String {
        switch self {
        case .letterCase: "differs from one in the file only in upper and lower case"
        case .percentEncoding:
            "differs from one in the file only in percent-encoding: one side decodes, the other does not"
        case .utf16: "is one in the file, but in UTF-16, and license servers compare the bytes of UTF-8"
        case .extraScheme: "is one in the file with the URI's scheme in front: the app has to remove it"
        case .missingScheme: "is one in the file without the URI's scheme, which the app removed"
        case .surroundingBytes: "is one in the file with white space or a zero byte around it"
        case .otherRule(let sent, let expected):
            "is what the rule \(sent) extracts from a key URI in the file, which has the asset id of "
                + (expected.isEmpty ? "no rule" : expected.joined(separator: ", "))
        }
    }

    /// The advice for the user.
    package var remedy: String {
        switch self {
        case .letterCase: "Send it as the URI has it; license servers distinguish upper and lower case."
        case .percentEncoding:
            "Let the app use the URI's text as it is written, or export with the \(CommandOption.assetIDRule) of the app."
        case .utf16: "Send the bytes of UTF-8."
        case .extraScheme: "Remove the scheme in the app, or export with \(CommandOption.assetIDRule) whole."
        case .missingScheme:
            "Keep the whole URI in the app, or export with \(CommandOption.assetIDRule) afterScheme."
        case .surroundingBytes: "Trim it in the app."
        case .otherRule(let sent, _):
            "Export with \(CommandOption.assetIDRule) \(sent), or let the app use the rule of the file."
        }
    }
}
