import Ciphers
import CommandLineParts
import Presentations
import ProviderTemplates

/// A digest of everything that determines the result of a title: command, options, template and names of
/// inputs.
struct OptionsDigest {
    /// The version, to be increased if the same options give other bytes than with the previous fairlead.
    private static let version = 1

    /// The options that name files whose contents, not only their names, determine the result.
    private static let files = ["cpix", "key-file", "derive-from"]
    /// The maximum length of such a file in bytes; the options refuse larger files themselves.
    private static let maximumFileBytes: UInt64 = 256 << 20

    private let texts: [[UInt8]]

    /// Creates the digest of a title.
    ///
    /// - Parameters:
    ///   - command: the command of the title.
    ///   - inputs: the inputs, as in the manifest.
    ///   - titleOptions: the options of the title.
    ///   - template: the template, or nil if the title stays clear.
    ///   - isNewKey: true if the title gets the next generation of keys.
    init(
        _ command: TitleCommand.Kind,
        _ inputs: [String],
        _ titleOptions: TitleOptions,
        _ template: OnboardingTemplate?,
        isNewKey: Bool
    ) {
        let variables = titleOptions.variables.map { "\($0.name)=\($0.value)" }.sorted()
        let optionTexts =
            ["fairlead batch \(Self.version)", command.rawValue, "new key: \(isNewKey)"]
            + titleOptions.resultOptions
            + inputs + ["variables"]
            + variables
        let contents = Self.files.compactMap { titleOptions.value($0) }.map { path in
            // A file that cannot be read is refused where it is used.
            (try? InputFile.contents(of: path, limit: Self.maximumFileBytes)).map { SHA256.digest(of: $0) }
                ?? []
        }
        texts = optionTexts.map { Array($0.utf8) } + (template?.sourceBytes ?? []) + contents
    }

    /// The SHA-256 digest.
    var digest: [UInt8] {
        var hash = SHA256()
        for text in texts {
            // The length before each text makes the concatenation unambiguous.
            hash.update(Array("\(text.count) ".utf8).span)
            hash.update(text.span)
        }
        return hash.finish()
    }
}
