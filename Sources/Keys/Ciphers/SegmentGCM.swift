/// AES-256-GCM (NIST SP 800-38D) as segments of HLS have it (RFC 8216bis 4.4.4.4): a vector of 16 bytes, the ciphertext, as
/// long as the clear bytes, and a tag of 16 bytes; no additional data.
package enum SegmentGCM {
    /// Size of the vector in front of the ciphertext.
    package static let ivByteCount = InitializationVector.byteCount
    /// Size of the tag behind it.
    package static let tagByteCount = CipherContext.tagByteCount
    /// What encryption adds to the length of a segment.
    package static let overheadByteCount = ivByteCount + tagByteCount
    /// The most that one vector may encrypt: 2^39 - 256 bits (SP 800-38D section 5.2.1.1).
    package static let clearByteLimit: UInt64 = (1 << 36) - 32
}

/// Encrypts a segment in pieces of any size; who writes it puts the vector in front and the tag behind.
package struct SegmentGCMEncryptor: ~Copyable {
    private var context: CipherContext

    /// Starts a message at `iv`, under a key of 32 bytes.
    ///
    /// Two messages with one vector under one key give both away, and let anybody forge a third.
    package init(key: ContentKey, iv: InitializationVector) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCMLongVector, .encrypt, key: key, iv: iv.bytes)
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

    /// The tag of all that was encrypted, 16 bytes.
    package consuming func finish() throws(CipherError) -> [UInt8] {
        var nothing = MutableSpan<UInt8>()
        guard try context.finish(into: &nothing, at: 0, room: 0) != nil else {
            throw .libraryFailure("EVP_CipherFinal_ex")
        }
        return try context.tag()
    }
}

/// Decrypts a segment in pieces of any size.
///
/// What it writes is not to be believed before ``finish(tag:)`` returns: anybody can change bits of a ciphertext, and so
/// the same bits of what it decrypts to.
package struct SegmentGCMDecryptor: ~Copyable {
    private var context: CipherContext

    /// Starts a message at the vector that stands in front of it, under a key of 32 bytes.
    package init(key: ContentKey, iv: InitializationVector) throws(CipherError) {
        context = try key.withSpan { (key) throws(CipherError) in
            try CipherContext(.aes256GCMLongVector, .decrypt, key: key, iv: iv.bytes)
        }
    }

    /// Writes what `input` decrypts to, which is as long, to `output[offset...]`; it is not authenticated yet.
    package mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int = 0
    ) throws(CipherError) {
        try context.updateStream(input, into: &output, at: offset)
    }

    /// Says whether all that was decrypted is what was encrypted.
    ///
    /// - Parameter tag: the 16 bytes behind the ciphertext.
    /// - Throws: `.authenticationFailed` where vector, ciphertext, tag or key are not those of one message.
    package consuming func finish(tag: [UInt8]) throws(CipherError) {
        try context.expectTag(tag)
        var nothing = MutableSpan<UInt8>()
        guard try context.finish(into: &nothing, at: 0, room: 0) != nil else { throw .authenticationFailed }
    }
}
