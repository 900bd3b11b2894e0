import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// The importer of a bare key, raw or in hexadecimal: 16 bytes, or 32 with the IV; with AES-256-GCM
/// (`--method`) 32 bytes.
enum KeyFileImporter: KeyImporter {
    static let names = ["key-file"]

    static func recognizes(_ input: ImportInput) -> Bool {
        // A file of 32 bytes is a key file for either length.
        read(input, .bits128) != nil
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        try refuseAmbiguousLength(input, settings)
        let length = KeyLength(ofMethod: settings.method ?? ImportSettings.defaultMethod)
        guard let file = read(input, length) else {
            throw .malformedDocument(
                location: input.name,
                reason: "this is not a key file",
                found: CountText.text(input.wholeRange.count, "byte"),
                expected: KeyFile.expectation(length)
            )
        }
        var row = ImportRow(location: input.name)
        row.key = file.key
        row.iv = file.iv
        row.track = TrackClass.wholePresentation
        return [row]
    }

    /// Throws for 32 bytes if no method is given.
    ///
    /// If an AES-256 key were read as a key with IV, its second half would be published as the IV.
    private static func refuseAmbiguousLength(
        _ input: ImportInput,
        _ settings: ImportSettings
    ) throws(RunFailure) {
        guard settings.method == nil, read(input, .bits256) != nil else { return }
        throw .malformedDocument(
            location: input.name,
            reason:
                "32 bytes are a key of aes-256-gcm, or a key of 16 bytes and its IV, depending on the method",
            found: "no \(CommandOption.method)",
            expected: "one",
            remedy:
                "Give \(CommandOption.method) aes-256-gcm for a key of 32 bytes, or another method for a key and its IV."
        )
    }

    /// Reads all bytes, because a raw key may begin like a byte order mark.
    private static func read(_ input: ImportInput, _ length: KeyLength) -> KeyFile? {
        guard input.wholeRange.count <= KeyFile.maximumLength else { return nil }
        return input.withSpan(input.wholeRange) { KeyFile(parsing: $0, length: length) }
    }
}
