import COpenSSL

/// What went wrong in a cipher.
///
/// It never holds a byte of key, plaintext or ciphertext.
package enum CipherError: Error, Hashable, Sendable {
    /// A key, an initialization vector or a digest of the wrong size, in bytes.
    case wrongLength(of: String, actual: Int, expected: Int)
    /// More bytes in one call than OpenSSL's `int` lengths can say.
    case inputTooLong(Int)
    /// The output buffer has no room for what this call writes, in bytes.
    case outputTooSmall(actual: Int, needed: Int)
    /// The ciphertext ends inside a block, by so many bytes.
    case partialBlock(Int)
    /// The last block does not end in PKCS#7 padding: wrong key, wrong IV or damaged ciphertext.
    case badPadding
    /// The tag does not belong to this ciphertext, key and additional data.
    case authenticationFailed
    /// What RSA or a padding hid does not come out: another key, or damaged.
    case decryptionFailed
    /// An OpenSSL function failed that has no reason to: the name of the function.
    case libraryFailure(String)
}

extension CipherError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .wrongLength(let what, let actual, let expected):
            "wrong length of the \(what) (\(actual) bytes, expected \(expected))"
        case .inputTooLong(let count):
            "too many bytes for one call (\(count)). Use smaller pieces"
        case .outputTooSmall(let actual, let needed):
            "the output buffer is too small (\(actual) bytes, expected \(needed))"
        case .partialBlock(let count):
            "the ciphertext is not whole blocks (\(count) bytes over, expected a multiple of 16)"
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
    /// `.libraryFailure` of `function`, with OpenSSL's error queue emptied for whoever asks it next.
    static func failed(_ function: String) -> CipherError {
        ERR_clear_error()
        return .libraryFailure(function)
    }
}
