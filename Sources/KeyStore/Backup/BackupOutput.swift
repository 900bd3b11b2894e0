internal import Ciphers
internal import Glibc

/// The file of a backup while it is written: mode 0600, encrypted, and without its name until it is whole.
final class BackupOutput {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var envelope: EnvelopeWriter?

    init(path: String, recipients: [Certificate]) throws(KeyStoreError) {
        let envelope: EnvelopeWriter
        do {
            envelope = try EnvelopeWriter(recipients: recipients)
        } catch {
            throw .fault("\(error)")
        }
        self.path = path
        temporary = try PrivateFile.makeTemporary(beside: path)
        descriptor = unsafe open(temporary, O_WRONLY | O_CLOEXEC)
        let header = envelope.header
        self.envelope = consume envelope
        guard descriptor >= 0 else { throw PrivateFile.failure(errno, temporary) }
        try append(header.span)
    }

    deinit {
        if descriptor >= 0 { _ = close(descriptor) }
        // After publication the name is gone already.
        _ = unsafe unlink(temporary)
    }

    /// Encrypts what comes next.
    func write(_ piece: Span<UInt8>) throws(KeyStoreError) {
        let encrypted: [UInt8]
        do {
            encrypted = try envelope?.update(piece) ?? []
        } catch {
            throw .fault("\(error)")
        }
        try append(encrypted.span)
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
        try append(end.span)
        guard fsync(descriptor) == 0 else { throw PrivateFile.failure(errno, temporary) }
        guard try PrivateFile.publish(temporary, as: path) else { throw .alreadyExists(path: path) }
    }

    private func append(_ bytes: Span<UInt8>) throws(KeyStoreError) {
        try PrivateFile.write(bytes, to: descriptor, path)
    }
}
