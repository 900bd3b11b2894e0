package import Ciphers

/// Why there is no device key, or no application secret key to make it of.
///
/// It never holds a byte of a key.
package enum DeviceKeyError: Error, Hashable, Sendable {
    /// An application secret key of neither 16 bytes nor 32 hexadecimal digits.
    case malformedApplicationSecret(bytes: Int)
    /// An R2 that is not of 21 bytes.
    case malformedR2(bytes: Int)
    /// A command that gave no key: how it ended, and what it said to its standard error.
    case command(reason: String, errors: String)
    /// A cipher that failed.
    case cipher(CipherError)
}

extension DeviceKeyError: CustomStringConvertible {
    /// One line for people; who shows it says where the key or the command is from.
    package var description: String {
        switch self {
        case .malformedApplicationSecret(let count):
            "no application secret key (\(count) bytes, expected 16, or 32 hexadecimal digits)"
        case .malformedR2(let count):
            "R2 is \(count) bytes long (expected \(ServerPlaybackContext.r2ByteCount))"
        case .command(let reason, let errors):
            "the command of the device key function gave no key: \(reason)"
                + (errors.isEmpty ? "" : " (it said: \(errors))")
                + ". It reads R2 (42 hexadecimal digits) and the application secret key (32) in two lines, and prints 32 digits or 16 bytes"
        case .cipher(let error):
            "\(error)"
        }
    }
}
