import Failures
import WipedMemory

/// The output of an exporter, which is wiped when it is released.
package final class ExportOutput {
    /// The number of bytes above which ``flush(isLast:to:)`` passes them to the sink, while keys are added.
    private static let limit = 65_536

    let text = SecretBuffer()
    /// The encryptor of the whole file, or nil for a file in the clear.
    private let envelope: ExportEnvelope?

    /// Creates an empty output, which `envelope` encrypts before it reaches the sink.
    init(in envelope: ExportEnvelope? = nil) {
        self.envelope = envelope
    }

    /// Passes the collected bytes to `sink` if they exceed the limit, or if `isLast`.
    func flush(isLast: Bool, to sink: (Span<UInt8>) throws(RunFailure) -> Void) throws(RunFailure) {
        guard isLast || text.count > Self.limit else { return }
        guard let envelope else { return try text.flush(to: sink) }
        try text.flush { (piece) throws(RunFailure) in try envelope.encrypt(piece, to: sink) }
        if isLast { try envelope.finish(to: sink) }
    }

    /// Replaces the collected bytes by the whole encrypted file, if there is an envelope; for exports without
    /// a sink.
    func encryptInMemory() throws(RunFailure) {
        guard envelope != nil else { return }
        let encrypted = SecretBuffer()
        try flush(isLast: true) { (piece) throws(RunFailure) in encrypted.append(piece) }
        encrypted.contents.withSpan { text.append($0) }
    }
}
