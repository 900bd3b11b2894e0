import Ciphers
import HLSPackaging
import OnboardingTemplates

/// What tells one way to make a title from another: its command, options, template and input names.
struct OptionsDigest {
    /// Rises when the same options give other bytes than with the fairlead before.
    private static let version = 1

    private let text: String

    init(_ command: TitleCommand.Kind, _ inputs: [String], _ words: TitleWords) throws {
        let variables = words.variables.map { "\($0.name)=\($0.value)" }.sorted()
        // Lengths in front: no text of one part looks like another part.
        text =
            (["fairlead batch \(Self.version)", command.rawValue, words.text]
            + inputs + ["variables"] + variables)
            .map { "\($0.utf8.count) \($0)\n" }.joined()
    }

    /// SHA-256.
    var digest: [UInt8] { SHA256.digest(of: Array(text.utf8)) }
}
