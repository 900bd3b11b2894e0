/// Decrypts AES-128 in CBC mode (NIST SP 800-38A section 6.2), with or without PKCS#7 padding (RFC 5652
/// section 6.3), in pieces of any size.
///
/// With padding, the last whole block is held back until it is known whether it is the end.
package struct CBCDecryptor: ~Copyable {
    private var context: CipherContext
    private let hasPadding: Bool
    /// The number of ciphertext bytes whose plaintext is not written yet: less than a block, or the block
    /// held back.
    private var pendingByteCount = 0
    /// The number of ciphertext bytes after the last whole block.
    private var partialBlockByteCount = 0

    /// Begins a chain at `iv`.
    package init(key: ContentKey, iv: InitializationVector, padding: Bool = true) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128CBC, .decrypt, key: key, iv: iv.bytes)
        }
        context.setPadding(padding)
        self.hasPadding = padding
    }

    /// Decrypts `input`, writes the plaintext known so far to `output[offset...]` and returns its length in
    /// bytes.
    ///
    /// That is at most `input.count + 16`, so an output with that much room is always large enough.
    package mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) -> Int {
        let blockSize = CBCEncryptor.blockByteCount
        let availableByteCount = pendingByteCount + input.count
        let heldBackByteCount =
            hasPadding && availableByteCount > 0 && availableByteCount.isMultiple(of: blockSize)
            ? blockSize : availableByteCount % blockSize
        let written = try context.update(
            input,
            into: &output,
            at: offset,
            room: availableByteCount - heldBackByteCount
        )
        pendingByteCount = availableByteCount - written
        partialBlockByteCount = (partialBlockByteCount + input.count) % blockSize
        return written
    }

    /// Writes the plaintext of the last block, 0 to 15 bytes (0 without padding), to `output[offset...]` and
    /// returns its length.
    ///
    /// Throws `.partialBlock` if the ciphertext is not whole blocks, `.badPadding` if the last block does not
    /// end in padding or if there is no block.
    package consuming func finish(
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) -> Int {
        guard partialBlockByteCount == 0 else { throw .partialBlock(partialBlockByteCount) }
        guard let written = try context.finish(into: &output, at: offset, room: 0) else { throw .badPadding }
        return written
    }

    /// Decrypts all of `ciphertext`, for small inputs.
    package static func decrypt(
        _ ciphertext: Span<UInt8>,
        key: ContentKey,
        iv: InitializationVector,
        padding: Bool = true
    ) throws(CipherError) -> [UInt8] {
        var decryptor = try CBCDecryptor(key: key, iv: iv, padding: padding)
        var clear = [UInt8](repeating: 0, count: ciphertext.count)
        var output = clear.mutableSpan
        var written = try decryptor.update(ciphertext, into: &output)
        written += try decryptor.finish(into: &output, at: written)
        clear.removeSubrange(written...)
        return clear
    }
}
