import Ciphers
import Failures
import StoreFiles

/// A backup file for writing: of mode 0600, encrypted, and without a name until it is complete.
final class BackupOutput {
    private let file: NewPrivateFile
    private var envelope: EnvelopeWriter?

    init(path: String, recipients: [Certificate]) throws(RunFailure) {
        let envelope = try mapErrors(to: Self.failure) { () throws(CipherError) in
            try EnvelopeWriter(recipients: recipients)
        }
        file = try NewPrivateFile(path: path)
        let header = envelope.header
        self.envelope = consume envelope
        try file.write(header.span)
    }

    func write(_ piece: Span<UInt8>) throws(RunFailure) {
        let encrypted = try mapErrors(to: Self.failure) { () throws(CipherError) in
            try envelope?.update(piece) ?? []
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
            throw Self.failure(error)
        }
        try file.write(end.span)
        try file.publish()
    }

    private static func failure(_ error: CipherError) -> RunFailure {
        .fault(error, doing: "encrypting a backup")
    }
}
