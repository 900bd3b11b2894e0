import KeyStore

/// What an exporter writes to; wiped when it ends.
package final class ExportText {
    /// More than this is not held while keys come.
    private static let limit = 65_536

    let text = SecretText()

    /// An empty text.
    package init() {}

    /// Gives `sink` what was written, if it is much or if nothing more comes.
    func flush(isLast: Bool, to sink: (Span<UInt8>) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        if isLast || text.count > Self.limit { try text.flush(to: sink) }
    }
}
