import Ciphers
import Failures

/// A backup file for writing: of mode 0600, encrypted, and without a name until it is complete.
final class BackupOutput {
    private let file: NewPrivateFile
    private var envelope: EnvelopeWriter?

    init(path: String, recipients: [Certificate]) throws(RunFailure) {
        let envelope: EnvelopeWriter
        do {
            envelope = try EnvelopeWriter(recipients: recipients)
        } catch {
            throw .fault("encrypting a backup: \(error)")
        }
        file = try NewPrivateFile(path: path)
        let header = envelope.header
        self.envelope = consume envelope
        try file.write(header.span)
    }

    func write(_ piece: Span<UInt8>) throws(RunFailure) {
        let encrypted: [UInt8]
        do {
            encrypted = try envelope?.update(piece) ?? []
        } catch {
            throw .fault("encrypting a backup: \(error)")
        }
        try file.write(encrypted.span)
    }

    /// Completes the file, makes it durable and gives it its name; throws if that name is taken.
    func publish() throws(RunFailure) {
        guard let envelope = envelope.take() else { throw .fault("a backup ends twice") }
        let end: [UInt8]
        do {
            end = try envelope.finish()
        } catch {
            throw .fault("encrypting a backup: \(error)")
        }
        try file.write(end.span)
        try file.publish()
    }
}
