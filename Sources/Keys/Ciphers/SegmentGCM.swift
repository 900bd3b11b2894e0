/// AES-256-GCM (NIST SP 800-38D) in the form of HLS segments (RFC 8216bis 4.4.4.4): IV (16 bytes), ciphertext
/// (as long as the clear bytes), tag (16 bytes), without additional data.
package enum SegmentGCM {
    /// The size of the IV before the ciphertext, in bytes.
    package static let ivByteCount = InitializationVector.byteCount
    /// The size of the tag after the ciphertext, in bytes.
    package static let tagByteCount = CipherContext.tagByteCount
    /// The number of bytes that encryption adds to a segment.
    package static let overheadByteCount = ivByteCount + tagByteCount
    /// The maximum number of clear bytes under one IV: 2^39 - 256 bits (SP 800-38D section 5.2.1.1).
    package static let clearByteLimit: UInt64 = (1 << 36) - 32
}

/// Encrypts a segment in pieces of any size; the caller writes the IV before the ciphertext and the tag after
/// it.
package struct SegmentGCMEncryptor: ~Copyable {
    private var context: CipherContext

    /// Begins a segment at `iv`, under a key of 32 bytes.
    ///
    /// Two segments with the same IV under one key reveal each other's contents, and allow anyone to forge a
    /// third.
    package init(key: ContentKey, iv: InitializationVector) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCMLongIV, .encrypt, key: key, iv: iv.bytes)
        }
    }

    /// Writes the ciphertext of `input`, which is as long, to `output[offset...]`.
    package mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) {
        try context.updateStream(input, into: &output, at: offset)
    }

    /// Returns the tag of everything that was encrypted, 16 bytes.
    package consuming func finish() throws(CipherError) -> [UInt8] {
        var emptyOutput = MutableSpan<UInt8>()
        guard try context.finish(into: &emptyOutput, at: 0, room: 0) != nil else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return try context.tag()
    }
}

/// Decrypts a segment in pieces of any size.
///
/// The plaintext must not be trusted before ``finish(tag:)`` returns: changed bits of a ciphertext change the
/// same bits of the plaintext.
package struct SegmentGCMDecryptor: ~Copyable {
    private var context: CipherContext

    /// Begins a segment with the IV that precedes its ciphertext, under a key of 32 bytes.
    package init(key: ContentKey, iv: InitializationVector) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCMLongIV, .decrypt, key: key, iv: iv.bytes)
        }
    }

    /// Writes the plaintext of `input`, which is as long and not authenticated yet, to `output[offset...]`.
    package mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) {
        try context.updateStream(input, into: &output, at: offset)
    }

    /// Authenticates everything that was decrypted.
    ///
    /// - Parameter tag: the 16 bytes after the ciphertext.
    /// - Throws: `.authenticationFailed` unless IV, ciphertext, tag and key belong to one segment.
    package consuming func finish(tag: [UInt8]) throws(CipherError) {
        try context.expectTag(tag)
        var emptyOutput = MutableSpan<UInt8>()
        guard try context.finish(into: &emptyOutput, at: 0, room: 0) != nil else {
            throw .authenticationFailed
        }
    }
}
