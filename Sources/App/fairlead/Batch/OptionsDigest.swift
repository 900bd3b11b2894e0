import Ciphers
import CommandLineParts
import Presentations
import ProviderTemplates

/// What tells one way to make a title from another: its command, options, template and input names.
struct OptionsDigest {
    /// Rises when the same options give other bytes than with the fairlead before.
    private static let version = 1

    /// The options whose files the result depends on; what they hold counts, not only their names.
    private static let files = ["cpix", "key-file", "derive-from"]
    /// Larger files are refused by the options themselves.
    private static let maximumFileBytes: UInt64 = 256 << 20

    private let texts: [[UInt8]]

    /// The digest of a title's options.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - inputs: its inputs, as the manifest names them.
    ///   - words: its options.
    ///   - template: its template; nil where nothing is protected.
    ///   - isNewKey: whether its keys are to be the next generation.
    init(
        _ command: TitleCommand.Kind,
        _ inputs: [String],
        _ words: TitleWords,
        _ template: OnboardingTemplate?,
        isNewKey: Bool
    ) {
        let variables = words.variables.map { "\($0.name)=\($0.value)" }.sorted()
        let own =
            ["fairlead batch \(Self.version)", command.rawValue, "new key: \(isNewKey)"] + words.texts
            + inputs + ["variables"]
            + variables
        let contents = Self.files.compactMap { words.value($0) }.map { path in
            // A file that cannot be read is refused where it is used.
            (try? InputFile.contents(of: path, limit: Self.maximumFileBytes)).map { SHA256.digest(of: $0) }
                ?? []
        }
        texts = own.map { Array($0.utf8) } + (template?.texts ?? []) + contents
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
