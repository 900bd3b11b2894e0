internal import Ciphers
internal import Foundation
internal import KeyStore

/// Reads a bare key: 16 bytes, or key and IV, 32 bytes, raw or in hex.
enum KeyFileImporter: KeyImporter {
    static let names = ["key-file"]

    static func recognises(_ input: ImportInput) -> Bool {
        read(input) != nil
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(KeyStoreError) -> [ImportRow] {
        guard let file = read(input) else {
            throw .malformedDocument(
                place: input.name,
                reason:
                    "this is no key file (\(input.wholeRange.count) bytes, expected 16 or 32, raw or in hex)"
            )
        }
        var row = ImportRow(place: input.name)
        row.key = file.key
        row.iv = file.iv
        row.track = TrackClass.all
        return [row]
    }

    /// A raw key may begin like a byte order mark.
    private static func read(_ input: ImportInput) -> KeyFile? {
        guard input.wholeRange.count <= KeyFile.maximumLength else { return nil }
        return input.withSpan(input.wholeRange) { KeyFile(parsing: $0) }
    }
}
