import Ciphers
import KeyStore
import WipedMemory

extension ImportInput {
    /// Decrypts a file that is encrypted as a whole (CMS, as `keys export` writes it).
    ///
    /// - Parameter privateKey: a recipient's private key, or nil if none was given.
    /// - Returns: the decrypted file, or the file itself if it is not encrypted.
    /// - Throws: `.malformedDocument` for an encrypted file without the private key of a recipient, and for
    ///   one that was altered.
    func opened(_ privateKey: PrivateKey?) throws(KeyStoreError) -> ImportInput {
        guard withSpan(wholeRange, { EnvelopeReader.recognizes($0) }) else { return self }
        guard let privateKey else {
            throw .malformedDocument(
                place: name,
                reason:
                    "it is encrypted to recipients (CMS). Give the private key of one (keys import: --private-key, rehearse: "
                    + "--cpix-key)"
            )
        }
        var bytes: [UInt8] = []
        defer { secureErase(&bytes) }
        do throws(EnvelopeError) {
            try decrypt(privateKey, into: &bytes)
        } catch {
            let remedy =
                if case .notARecipient = error {
                    "Give the private key of one of them"
                } else {
                    "Give another copy of the file"
                }
            throw .malformedDocument(place: name, reason: "it cannot be decrypted: \(error). \(remedy)")
        }
        return ImportInput(taking: &bytes, name: name)
    }

    private func decrypt(_ privateKey: PrivateKey, into bytes: inout [UInt8]) throws(EnvelopeError) {
        // Reserves room for the plaintext, which is shorter than the file: an array that grows leaves secrets
        // in its old storage.
        bytes.reserveCapacity(wholeRange.count)
        var position = 0
        var reader = try EnvelopeReader(privateKey: privateKey) { (buffer) throws(EnvelopeError) in
            let count = min(buffer.count, self.wholeRange.count - position)
            for index in 0..<count { buffer[index] = self[position + index] }
            position += count
            return count
        }
        while let piece = try reader.next() {
            piece.withSpan { span in for index in span.indices { bytes.append(span[index]) } }
        }
    }
}
