import Ciphers

/// The file of a backup while it is written: mode 0600, encrypted, and without its name until it is whole.
final class BackupOutput {
    private let file: NewPrivateFile
    private var envelope: EnvelopeWriter?

    init(path: String, recipients: [Certificate]) throws(KeyStoreError) {
        let envelope: EnvelopeWriter
        do {
            envelope = try EnvelopeWriter(recipients: recipients)
        } catch {
            throw .fault("\(error)")
        }
        file = try NewPrivateFile(path: path)
        let header = envelope.header
        self.envelope = consume envelope
        try file.write(header.span)
    }

    /// Encrypts what comes next.
    func write(_ piece: Span<UInt8>) throws(KeyStoreError) {
        let encrypted: [UInt8]
        do {
            encrypted = try envelope?.update(piece) ?? []
        } catch {
            throw .fault("\(error)")
        }
        try file.write(encrypted.span)
    }

    /// Ends the file, makes it durable, and gives it its name; never over an existing file.
    func publish() throws(KeyStoreError) {
        let end: [UInt8]
        do {
            guard let envelope = envelope.take() else { throw KeyStoreError.fault("a backup ends twice") }
            end = try envelope.finish()
        } catch {
            throw .fault("\(error)")
        }
        try file.write(end.span)
        try file.publish()
    }
}
