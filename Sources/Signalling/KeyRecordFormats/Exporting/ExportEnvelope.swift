import Ciphers
import KeyStore

/// A file of keys that is encrypted as a whole: CMS AuthEnvelopedData in DER, as a backup is (``EnvelopeWriter``).
///
/// `openssl cms -decrypt -inform DER -inkey KEY.pem` gives the file.
final class ExportEnvelope {
    /// Longest piece that is encrypted at once, in bytes.
    private static let pieceLimit = 1 << 16

    private var writer: EnvelopeWriter?
    private var hasBegun = false

    /// An envelope for the owners of certificates.
    ///
    /// - Parameter recipients: their certificates, at least one.
    /// - Throws: `.fault` where OpenSSL fails.
    init(recipients: [Certificate]) throws(KeyStoreError) {
        do {
            writer = try EnvelopeWriter(recipients: recipients)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Encrypts what comes next.
    ///
    /// - Parameters:
    ///   - piece: the next bytes of the file, of any number.
    ///   - sink: takes what they are encrypted.
    /// - Throws: `.fault` where OpenSSL fails, and what the sink throws.
    func encrypt(
        _ piece: Span<UInt8>,
        to sink: (Span<UInt8>) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        try begin(sink)
        for start in stride(from: 0, to: piece.count, by: Self.pieceLimit) {
            let part = piece.extracting(start..<min(start + Self.pieceLimit, piece.count))
            let encrypted: [UInt8]
            do {
                encrypted = try writer?.update(part) ?? []
            } catch {
                throw Self.failure(error)
            }
            try sink(encrypted.span)
        }
    }

    /// Ends the file; nothing is encrypted afterwards.
    func finish(to sink: (Span<UInt8>) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        try begin(sink)
        guard let writer = writer.take() else { throw .fault("an encrypted export ends twice") }
        let end: [UInt8]
        do {
            end = try writer.finish()
        } catch {
            throw Self.failure(error)
        }
        try sink(end.span)
    }

    private func begin(_ sink: (Span<UInt8>) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        guard !hasBegun else { return }
        hasBegun = true
        let header = writer?.header ?? []
        try sink(header.span)
    }

    private static func failure(_ error: CipherError) -> KeyStoreError {
        .fault("encrypting an export: \(error)")
    }
}
