import COpenSSL
import WipedMemory

/// An `EVP_CIPHER_CTX` that frees itself; the only code that calls OpenSSL's symmetric ciphers with pointers.
///
/// Freeing wipes the key schedule too. Offsets and room in the output are checked here, so no caller can make
/// OpenSSL write beyond the output.
@safe
struct CipherContext: ~Copyable {
    enum Algorithm {
        case aes128CBC
        case aes128ECB
        case aes128GCM
        case aes256CBC
        case aes256GCM
        /// AES-256-GCM with an IV of 16 bytes, as in HLS.
        case aes256GCMLongIV
        /// AES key wrap (RFC 3394) under a key of this length.
        case aesWrap(keyByteCount: Int)
    }

    enum Direction: Int32 {
        case decrypt = 0
        case encrypt = 1
    }

    static let tagByteCount = 16

    private let context: OpaquePointer

    init(
        _ algorithm: Algorithm,
        _ direction: Direction,
        key: Span<UInt8>,
        iv: [UInt8]
    ) throws(CipherError) {
        unsafe context = try Self.makeContext(algorithm, direction, key: key, iv: iv)
    }

    /// Sets whether PKCS#7 padding is written and expected (the default of block modes).
    mutating func setPadding(_ padding: Bool) {
        // Always returns 1, according to the manual.
        _ = unsafe EVP_CIPHER_CTX_set_padding(context, padding ? 1 : 0)
    }

    /// Authenticates `data` without encrypting it (GCM only).
    mutating func addAdditionalData(_ data: Span<UInt8>) throws(CipherError) {
        let length = try Self.length(data)
        // OpenSSL interprets a null pointer as the end of the message.
        guard length > 0 else { return }
        let status = unsafe data.withUnsafeBufferPointer { data in
            var written: Int32 = 0
            return unsafe EVP_CipherUpdate(context, nil, &written, data.baseAddress, length)
        }
        guard status == 1 else { throw .failed("EVP_CipherUpdate") }
    }

    /// Encrypts or decrypts `range` of `bytes` in place: whole blocks, in a block mode without padding.
    mutating func updateInPlace(
        _ bytes: inout MutableSpan<UInt8>,
        _ range: Range<Int>
    ) throws(CipherError) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
            throw .outputTooSmall(actual: bytes.count, needed: range.upperBound)
        }
        try unsafe bytes.withUnsafeMutableBytes { (bytes) throws(CipherError) in
            guard !range.isEmpty, let base = bytes.baseAddress else { return }
            try unsafe updateInPlace(base + range.lowerBound, count: range.count)
        }
    }

    /// Encrypts or decrypts `count` bytes in place: whole blocks, in a block mode without padding.
    mutating func updateInPlace(_ blocks: UnsafeMutableRawPointer, count: Int) throws(CipherError) {
        try unsafe update(from: blocks, to: blocks, count: count)
    }

    /// Encrypts or decrypts whole blocks, in a block mode without padding.
    ///
    /// - Parameters:
    ///   - source: the input, `count` bytes.
    ///   - target: the output, `count` bytes, which must be the input itself or not overlap it.
    ///   - count: the number of bytes.
    /// - Throws: `CipherError` if OpenSSL fails, or if `count` is too large for one call.
    mutating func update(
        from source: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer,
        count: Int
    ) throws(CipherError) {
        guard count <= Int(Int32.max) - InitializationVector.byteCount else { throw .inputTooLong(count) }
        let input = unsafe source.assumingMemoryBound(to: UInt8.self)
        let output = unsafe target.assumingMemoryBound(to: UInt8.self)
        var written: Int32 = 0
        guard unsafe EVP_CipherUpdate(context, output, &written, input, Int32(count)) == 1,
            Int(written) == count
        else { throw .failed("EVP_CipherUpdate") }
    }

    /// Starts again at another IV, with the same key.
    mutating func restart(at iv: CipherBlock) throws(CipherError) {
        var iv = iv
        let status = unsafe withUnsafeBytes(of: &iv) { buffer in
            unsafe EVP_CipherInit_ex2(
                context,
                nil,
                nil,
                buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
                -1,
                nil
            )
        }
        guard status == 1 else { throw .failed("EVP_CipherInit_ex2") }
    }

    /// Encrypts or decrypts `input`, writes at most `room` bytes to `output[offset...]` and returns their
    /// number.
    mutating func update(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int,
        room: Int
    ) throws(CipherError) -> Int {
        let length = try Self.length(input)
        try Self.requireRoom(room, in: output, at: offset)
        guard length > 0 else { return 0 }
        var written: Int32 = 0
        let status = unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe input.withUnsafeBufferPointer { input in
                let target = unsafe output.baseAddress.map { unsafe $0 + offset }
                return unsafe EVP_CipherUpdate(context, target, &written, input.baseAddress, length)
            }
        }
        guard status == 1 else { throw .failed("EVP_CipherUpdate") }
        return Int(written)
    }

    /// Encrypts or decrypts like ``update(_:into:at:room:)``, in a mode whose output is as long as its input.
    mutating func updateStream(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int
    ) throws(CipherError) {
        let written = try update(input, into: &output, at: offset, room: input.count)
        guard written == input.count else { throw .libraryFailure("EVP_CipherUpdate") }
    }

    /// Writes the end of the message, at most `room` bytes, to `output[offset...]` and returns its length, or
    /// nil if padding or tag are wrong.
    mutating func finish(
        into output: inout MutableSpan<UInt8>,
        at offset: Int,
        room: Int
    ) throws(CipherError) -> Int? {
        try Self.requireRoom(room, in: output, at: offset)
        var block = [UInt8](repeating: 0, count: InitializationVector.byteCount)
        var written: Int32 = 0
        guard unsafe EVP_CipherFinal_ex(context, &block, &written) == 1 else {
            ERR_clear_error()
            return nil
        }
        try Self.requireRoom(Int(written), in: output, at: offset)
        for index in 0..<Int(written) {
            output[offset + index] = block[index]
        }
        secureErase(&block)
        return Int(written)
    }

    mutating func tag() throws(CipherError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
        let status = unsafe EVP_CIPHER_CTX_ctrl(
            context,
            EVP_CTRL_AEAD_GET_TAG,
            Int32(Self.tagByteCount),
            &tag
        )
        guard status == 1 else { throw .failed("EVP_CIPHER_CTX_ctrl") }
        return tag
    }

    /// Sets the tag of 16 bytes that `finish` compares (GCM, decrypting).
    mutating func expectTag(_ tag: [UInt8]) throws(CipherError) {
        guard tag.count == Self.tagByteCount else {
            throw .wrongLength(of: "tag", actual: tag.count, expected: Self.tagByteCount)
        }
        var tag = tag
        let status = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag)
        guard status == 1 else { throw .failed("EVP_CIPHER_CTX_ctrl") }
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    private static func makeContext(
        _ algorithm: Algorithm,
        _ direction: Direction,
        key: Span<UInt8>,
        iv: [UInt8]
    ) throws(CipherError) -> OpaquePointer {
        let cipher = unsafe algorithm.cipher
        let keyByteCount = unsafe Int(EVP_CIPHER_get_key_length(cipher))
        guard key.count == keyByteCount else {
            throw .wrongLength(of: "key", actual: key.count, expected: keyByteCount)
        }
        let ivByteCount = unsafe algorithm.ivByteCount ?? Int(EVP_CIPHER_get_iv_length(cipher))
        guard iv.count == ivByteCount else {
            throw .wrongLength(of: "initialization vector", actual: iv.count, expected: ivByteCount)
        }
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .failed("EVP_CIPHER_CTX_new") }
        // Without this flag OpenSSL refuses key wrap; other ciphers ignore it.
        unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var status: Int32 = 1
        if let ivByteCount = algorithm.ivByteCount {
            // OpenSSL needs the length of the IV before the IV.
            status = unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, direction.rawValue, nil)
            if status == 1 {
                let length = Int32(ivByteCount)
                status = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length, nil)
            }
        }
        if status == 1 {
            // Setting the cipher again would make OpenSSL forget the length of the IV.
            let cipherToSet = unsafe algorithm.ivByteCount == nil ? cipher : nil
            status = unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex2(
                    context,
                    cipherToSet,
                    key.baseAddress,
                    iv,
                    direction.rawValue,
                    nil
                )
            }
        }
        guard status == 1 else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw .failed("EVP_CipherInit_ex2")
        }
        return unsafe context
    }

    /// Returns the length as OpenSSL's `int`, if that leaves space for one more block that a call may write.
    private static func length(_ input: Span<UInt8>) throws(CipherError) -> Int32 {
        guard input.count <= Int(Int32.max) - InitializationVector.byteCount else {
            throw .inputTooLong(input.count)
        }
        return Int32(input.count)
    }

    private static func requireRoom(
        _ room: Int,
        in output: borrowing MutableSpan<UInt8>,
        at offset: Int
    ) throws(CipherError) {
        guard (0...output.count).contains(offset), room <= output.count - offset else {
            throw .outputTooSmall(actual: max(0, output.count - max(0, offset)), needed: room)
        }
    }
}

extension CipherContext.Algorithm {
    /// OpenSSL's description of the cipher; static data that is never freed.
    fileprivate var cipher: OpaquePointer? {
        switch self {
        case .aes128CBC: unsafe EVP_aes_128_cbc()
        case .aes128ECB: unsafe EVP_aes_128_ecb()
        case .aes128GCM: unsafe EVP_aes_128_gcm()
        case .aes256CBC: unsafe EVP_aes_256_cbc()
        case .aes256GCM, .aes256GCMLongIV: unsafe EVP_aes_256_gcm()
        case .aesWrap(16): unsafe EVP_aes_128_wrap()
        case .aesWrap(24): unsafe EVP_aes_192_wrap()
        case .aesWrap: unsafe EVP_aes_256_wrap()
        }
    }

    /// The length of the IV in bytes, or nil for OpenSSL's default.
    fileprivate var ivByteCount: Int? {
        guard case .aes256GCMLongIV = self else { return nil }
        return InitializationVector.byteCount
    }
}
