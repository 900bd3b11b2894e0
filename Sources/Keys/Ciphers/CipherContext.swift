import COpenSSL
import WipedMemory

/// An `EVP_CIPHER_CTX` that frees itself: the one place where symmetric ciphers meet pointers.
///
/// Freeing also wipes the key schedule. Offsets and room in the output are checked here, so no caller can make OpenSSL
/// write beyond it.
@safe
struct CipherContext: ~Copyable {
    /// Which cipher to run.
    enum Algorithm {
        case aes128CBC
        case aes128ECB
        case aes128GCM
        case aes256CBC
        case aes256GCM
        /// With a vector of 16 bytes, as HLS has it.
        case aes256GCMLongVector
        /// RFC 3394; the count says how long the key is.
        case aesWrap(keyByteCount: Int)
    }

    /// Which way to run it.
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

    /// Whether PKCS#7 padding is written and expected (the default of a block mode).
    mutating func setPadding(_ padding: Bool) {
        // Always 1, says the manual.
        _ = unsafe EVP_CIPHER_CTX_set_padding(context, padding ? 1 : 0)
    }

    /// Authenticates `data` without encrypting it (GCM only).
    mutating func addAdditionalData(_ data: Span<UInt8>) throws(CipherError) {
        let length = try Self.length(data)
        // OpenSSL takes a null pointer for the end of the message.
        guard length > 0 else { return }
        let status = unsafe data.withUnsafeBufferPointer { data in
            var written: Int32 = 0
            return unsafe EVP_CipherUpdate(context, nil, &written, data.baseAddress, length)
        }
        guard status == 1 else { throw .failed("EVP_CipherUpdate") }
    }

    /// Replaces `range` of `bytes` by what it gives: whole blocks of a block mode without padding.
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

    /// Replaces bytes by what they give: whole blocks of a block mode without padding.
    mutating func updateInPlace(_ blocks: UnsafeMutableRawPointer, count: Int) throws(CipherError) {
        try unsafe update(from: blocks, to: blocks, count: count)
    }

    /// Writes what whole blocks of a block mode without padding give.
    ///
    /// - Parameters:
    ///   - source: so many bytes to read.
    ///   - target: so many bytes to write: others than those, or the same.
    ///   - count: how many.
    /// - Throws: `CipherError` where OpenSSL fails, or there are more than it takes at once.
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

    /// Starts again at another initialization vector, with the same key.
    mutating func restart(at vector: CipherBlock) throws(CipherError) {
        var vector = vector
        let status = unsafe withUnsafeBytes(of: &vector) { vector in
            unsafe EVP_CipherInit_ex2(
                context,
                nil,
                nil,
                vector.baseAddress?.assumingMemoryBound(to: UInt8.self),
                -1,
                nil
            )
        }
        guard status == 1 else { throw .failed("EVP_CipherInit_ex2") }
    }

    /// Writes what `input` gives to `output[offset...]`, at most `room` bytes, and returns how many those are.
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

    /// As ``update(_:into:at:room:)``, of a mode that gives as many bytes as it takes.
    mutating func updateStream(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        at offset: Int
    ) throws(CipherError) {
        let written = try update(input, into: &output, at: offset, room: input.count)
        guard written == input.count else { throw .libraryFailure("EVP_CipherUpdate") }
    }

    /// Writes the end of the message to `output[offset...]`, at most `room` bytes, and returns how many those are; nil
    /// if padding or tag are wrong.
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

    /// The tag of a finished message (GCM, encrypting).
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

    /// The tag that `finish` has to find (GCM, decrypting): 16 bytes.
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
        // Without it OpenSSL refuses key wrap; other ciphers do not look at it.
        unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var status: Int32 = 1
        if let ivByteCount = algorithm.ivByteCount {
            // The length of the vector has to be known before the vector.
            status = unsafe EVP_CipherInit_ex2(context, cipher, nil, nil, direction.rawValue, nil)
            if status == 1 {
                let length = Int32(ivByteCount)
                status = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, length, nil)
            }
        }
        if status == 1 {
            // To be told the cipher again would make OpenSSL forget the length.
            let unknownCipher = unsafe algorithm.ivByteCount == nil ? cipher : nil
            status = unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex2(
                    context,
                    unknownCipher,
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

    /// The count as OpenSSL takes it, with space for the block that a call may write on top.
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
    /// OpenSSL's description; static data that is never freed.
    fileprivate var cipher: OpaquePointer? {
        switch self {
        case .aes128CBC: unsafe EVP_aes_128_cbc()
        case .aes128ECB: unsafe EVP_aes_128_ecb()
        case .aes128GCM: unsafe EVP_aes_128_gcm()
        case .aes256CBC: unsafe EVP_aes_256_cbc()
        case .aes256GCM, .aes256GCMLongVector: unsafe EVP_aes_256_gcm()
        case .aesWrap(16): unsafe EVP_aes_128_wrap()
        case .aesWrap(24): unsafe EVP_aes_192_wrap()
        case .aesWrap: unsafe EVP_aes_256_wrap()
        }
    }

    /// How long the vector is where that is not what OpenSSL takes by itself.
    fileprivate var ivByteCount: Int? {
        guard case .aes256GCMLongVector = self else { return nil }
        return InitializationVector.byteCount
    }
}
