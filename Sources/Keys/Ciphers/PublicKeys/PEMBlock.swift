import COpenSSL
import WipedMemory

/// A PEM block (RFC 7468, and the RFC 1421 headers of old private keys).
struct PEMBlock: ~Copyable {
    /// The label after `BEGIN`.
    let label: String
    /// Indicates whether headers say that the contents need a passphrase.
    let isEncrypted: Bool
    /// The decoded base64.
    let contents: SecretBytes

    /// Indicates whether `text` contains the beginning of a PEM block.
    static func isPEM(_ text: Span<UInt8>) -> Bool {
        let marker = Array("-----BEGIN ".utf8)
        guard text.count >= marker.count else { return false }
        return (0...text.count - marker.count).contains { start in
            marker.indices.allSatisfy { text[start + $0] == marker[$0] }
        }
    }

    /// Returns the first block of `text` whose label satisfies `isWanted`, or nil if there is none.
    ///
    /// Text around the blocks is ignored.
    static func first(
        in text: Span<UInt8>,
        where isWanted: (String) -> Bool
    ) -> PEMBlock? {
        unsafe text.withUnsafeBufferPointer { text in
            guard let length = Int32(exactly: text.count),
                let source = unsafe BIO_new_mem_buf(text.baseAddress, length)
            else { return nil }
            defer {
                unsafe BIO_free(source)
                ERR_clear_error()
            }
            while let block = unsafe next(source) {
                if isWanted(block.label) { return block }
            }
            return nil
        }
    }

    /// Returns the next block, and wipes the copies that OpenSSL makes.
    private static func next(_ source: OpaquePointer) -> PEMBlock? {
        var label: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var count = 0
        let flags = UInt32(PEM_FLAG_SECURE | PEM_FLAG_EAY_COMPATIBLE)
        guard unsafe PEM_read_bio_ex(source, &label, &header, &data, &count, flags) == 1,
            let label = unsafe label, let data = unsafe data
        else { return nil }
        defer {
            unsafe CRYPTO_secure_clear_free(label, strlen(label), nil, 0)
            unsafe CRYPTO_secure_clear_free(header, 0, nil, 0)
            unsafe CRYPTO_secure_clear_free(data, count, nil, 0)
        }
        let headers = unsafe header.map { unsafe String(cString: $0) } ?? ""
        let bytes = unsafe UnsafeBufferPointer(start: data, count: count)
        return unsafe PEMBlock(
            label: String(cString: label),
            isEncrypted: headers.contains("ENCRYPTED"),
            contents: SecretBytes(copying: bytes.span)
        )
    }
}
