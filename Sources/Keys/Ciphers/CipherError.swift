import COpenSSL

/// An error of a symmetric or RSA cipher.
///
/// It never contains a byte of key, plaintext or ciphertext.
package enum CipherError: Error, Hashable, Sendable {
    /// A key, an IV or another value of the wrong length, in bytes.
    case wrongLength(of: String, actual: Int, expected: Int)
    /// More bytes in one call than OpenSSL's `int` lengths can express.
    case inputTooLong(Int)
    /// An output buffer without room for what the call writes, in bytes.
    case outputTooSmall(actual: Int, needed: Int)
    /// Input that is not whole blocks: the number of bytes after the last whole block.
    case partialBlock(Int)
    /// A last block that does not end in PKCS#7 padding: wrong key, wrong IV or damaged ciphertext.
    case badPadding
    /// A tag that does not belong to this ciphertext, key and additional data.
    case authenticationFailed
    /// An RSA ciphertext, or its contents, that cannot be decrypted: encrypted under another key, or damaged.
    case decryptionFailed
    /// An OpenSSL function that failed without an expected reason: the name of the function.
    case libraryFailure(String)
}

extension CipherError: CustomStringConvertible {
    /// The message in one line, without a final period.
    package var description: String {
        switch self {
        case .wrongLength(let what, let actual, let expected):
            "wrong length of the \(what) (\(actual) bytes, expected \(expected))"
        case .inputTooLong(let count):
            "too many bytes for one call (\(count)). Use smaller pieces"
        case .outputTooSmall(let actual, let needed):
            "the output buffer is too small (\(actual) bytes, expected \(needed))"
        case .partialBlock(let count):
            "the ciphertext is not a whole number of blocks (\(count) bytes after the last one, expected a multiple of 16)"
        case .badPadding:
            "the last block does not end in PKCS#7 padding. Wrong key, wrong IV or damaged ciphertext"
        case .authenticationFailed:
            "the authentication tag does not match. Wrong key or altered data"
        case .decryptionFailed:
            "it cannot be decrypted. It was encrypted to another key, or is damaged"
        case .libraryFailure(let function):
            "\(function) of OpenSSL failed. Check the installation of libcrypto"
        }
    }
}

extension CipherError {
    /// Returns `.libraryFailure` for `function`, after emptying OpenSSL's error queue for later callers.
    static func failed(_ function: String) -> CipherError {
        ERR_clear_error()
        return .libraryFailure(function)
    }
}
