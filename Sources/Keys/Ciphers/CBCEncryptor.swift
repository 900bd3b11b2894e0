/// Encrypts with AES-128 in CBC mode (NIST SP 800-38A section 6.2) and PKCS#7 padding (RFC 5652 section 6.3),
/// in pieces of any size.
package struct CBCEncryptor: ~Copyable {
    /// The size of a block, in bytes.
    static let blockByteCount = 16

    private var context: CipherContext
    /// The number of plaintext bytes that do not fill a block yet.
    private var pendingByteCount = 0

    /// Begins a chain at `iv`.
    package init(key: ContentKey, iv: InitializationVector) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes128CBC, .encrypt, key: key, iv: iv.bytes)
        }
    }

    /// Returns the length of the ciphertext of `count` plaintext bytes: the next multiple of 16, at least one
    /// byte more.
    ///
    /// - Precondition: `count` is not negative and at least 16 less than `Int.max`.
    package static func ciphertextCount(ofClear count: Int) -> Int {
        (count / blockByteCount + 1) * blockByteCount
    }

    /// Encrypts `input`, writes the whole blocks to `output[offset...]` and returns their length in bytes.
    ///
    /// That is at most `input.count + 15`. It is at most `input.count` as long as all pieces so far are
    /// multiples of 16 bytes: then an output as large as the input is enough.
    package mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) -> Int {
        let availableByteCount = pendingByteCount + input.count
        let wholeBlocksByteCount = availableByteCount - availableByteCount % Self.blockByteCount
        let written = try context.update(input, into: &output, at: offset, room: wholeBlocksByteCount)
        pendingByteCount = availableByteCount - written
        return written
    }

    /// Writes the last, padded block to `output[offset...]` and returns its length, 16 bytes.
    package consuming func finish(
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) -> Int {
        guard let written = try context.finish(into: &output, at: offset, room: Self.blockByteCount) else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return written
    }

    /// Encrypts all of `clear`, for small inputs.
    package static func encrypt(
        _ clear: Span<UInt8>,
        key: ContentKey,
        iv: InitializationVector
    ) throws(CipherError) -> [UInt8] {
        var encryptor = try CBCEncryptor(key: key, iv: iv)
        var ciphertext = [UInt8](repeating: 0, count: ciphertextCount(ofClear: clear.count))
        var output = ciphertext.mutableSpan
        let written = try encryptor.update(clear, into: &output)
        _ = try encryptor.finish(into: &output, at: written)
        return ciphertext
    }
}
