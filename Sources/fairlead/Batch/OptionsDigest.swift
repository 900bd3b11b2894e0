import Ciphers
import OnboardingTemplates

/// What tells one way to make a title from another: its command, options, template and input names.
struct OptionsDigest {
    /// Rises when the same options give other bytes than with the fairlead before.
    private static let version = 1

    private let texts: [[UInt8]]

    /// The digest of a title's options.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - inputs: its inputs, as the manifest names them.
    ///   - words: its options.
    ///   - template: its template; nil where nothing is protected.
    init(
        _ command: TitleCommand.Kind,
        _ inputs: [String],
        _ words: TitleWords,
        _ template: OnboardingTemplate?
    ) {
        let variables = words.variables.map { "\($0.name)=\($0.value)" }.sorted()
        let own =
            ["fairlead batch \(Self.version)", command.rawValue, words.text] + inputs + ["variables"]
            + variables
        texts = own.map { Array($0.utf8) } + (template?.texts ?? [])
    }

    /// SHA-256.
    var digest: [UInt8] {
        var hash = SHA256()
        for text in texts {
            // Lengths in front: no text looks like two.
            hash.update(Array("\(text.count) ".utf8).span)
            hash.update(text.span)
        }
        return hash.finish()
    }
}
