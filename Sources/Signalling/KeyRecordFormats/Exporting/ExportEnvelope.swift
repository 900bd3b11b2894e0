import Ciphers
import Failures

/// An encryptor of whole export files: CMS AuthEnvelopedData in DER, the format of backups
/// (``EnvelopeWriter``).
///
/// `openssl cms -decrypt -inform DER -inkey KEY.pem` decrypts the file.
final class ExportEnvelope {
    /// The size of the longest piece that is encrypted in one call, in bytes.
    private static let pieceLimit = 1 << 16

    private var writer: EnvelopeWriter?
    private var hasWrittenHeader = false

    /// Creates an encryptor for the owners of certificates.
    ///
    /// - Parameter recipients: the certificates, at least one.
    /// - Throws: `.fault` if OpenSSL fails.
    init(recipients: [Certificate]) throws(RunFailure) {
        writer = try mapErrors(to: Self.failure) { () throws(CipherError) in
            try EnvelopeWriter(recipients: recipients)
        }
    }

    /// Encrypts the next bytes of the file.
    ///
    /// - Parameters:
    ///   - piece: the bytes, of any number.
    ///   - sink: receives the encrypted bytes.
    /// - Throws: `.fault` if OpenSSL fails, and the errors of the sink.
    func encrypt(
        _ piece: Span<UInt8>,
        to sink: (Span<UInt8>) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try writeHeader(sink)
        for start in stride(from: 0, to: piece.count, by: Self.pieceLimit) {
            let part = piece.extracting(start..<min(start + Self.pieceLimit, piece.count))
            let encrypted = try mapErrors(to: Self.failure) { () throws(CipherError) in
                try writer?.update(part) ?? []
            }
            try sink(encrypted.span)
        }
    }

    /// Writes the end of the file; nothing can be encrypted afterward.
    func finish(to sink: (Span<UInt8>) throws(RunFailure) -> Void) throws(RunFailure) {
        try writeHeader(sink)
        guard let writer = writer.take() else { throw .fault("an encrypted export ends twice") }
        let end: [UInt8]
        do {
            end = try writer.finish()
        } catch {
            throw Self.failure(error)
        }
        try sink(end.span)
    }

    private func writeHeader(_ sink: (Span<UInt8>) throws(RunFailure) -> Void) throws(RunFailure) {
        guard !hasWrittenHeader else { return }
        hasWrittenHeader = true
        let header = writer?.header ?? []
        try sink(header.span)
    }

    private static func failure(_ error: CipherError) -> RunFailure {
        .fault(error, doing: "encrypting an export")
    }
}
