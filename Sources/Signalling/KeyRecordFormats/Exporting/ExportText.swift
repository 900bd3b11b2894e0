import KeyStore
import WipedMemory

/// What an exporter writes to; wiped when it ends.
package final class ExportText {
    /// More than this is not held while keys come.
    private static let limit = 65_536

    let text = SecretText()
    /// Nil for a file in the clear.
    private let envelope: ExportEnvelope?

    /// An empty text, which an envelope encrypts on its way out.
    init(in envelope: ExportEnvelope? = nil) {
        self.envelope = envelope
    }

    /// Gives `sink` what was written, if it is much or if nothing more comes.
    func flush(isLast: Bool, to sink: (Span<UInt8>) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        guard isLast || text.count > Self.limit else { return }
        guard let envelope else { return try text.flush(to: sink) }
        try text.flush { (piece) throws(KeyStoreError) in try envelope.encrypt(piece, to: sink) }
        if isLast { try envelope.finish(to: sink) }
    }

    /// Puts what comes out at the end in the place of what was written, where there is no sink.
    func keepWhole() throws(KeyStoreError) {
        guard envelope != nil else { return }
        let encrypted = SecretText()
        try flush(isLast: true) { (piece) throws(KeyStoreError) in encrypted.append(piece) }
        encrypted.contents.withSpan { text.append($0) }
    }
}
