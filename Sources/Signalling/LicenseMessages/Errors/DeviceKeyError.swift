package import Ciphers
import TextFormats

/// The reason why a device key cannot be derived, or an application secret key cannot be read.
///
/// It never contains a byte of a key.
package enum DeviceKeyError: Error, Hashable, Sendable {
    /// The application secret key has neither 16 bytes nor 32 hexadecimal digits.
    case malformedApplicationSecret(bytes: Int)
    /// R2 does not have 21 bytes.
    case malformedR2(bytes: Int)
    /// The command printed no key: how it ended, and its redacted standard error.
    case command(reason: String, errors: String)
    /// A cipher failed.
    case cipher(CipherError)
}

extension DeviceKeyError: CustomStringConvertible {
    /// The error in one line for people; the caller adds where the key or the command comes from.
    package var description: String {
        switch self {
        case .malformedApplicationSecret(let count):
            "not a valid application secret key (\(CountText.text(count, "byte")), expected 16, or 32 hexadecimal digits)"
        case .malformedR2(let count):
            "R2 is \(CountText.text(count, "byte")) long (expected \(ServerPlaybackContext.r2ByteCount))"
        case .command(let reason, let errors):
            "the command of the device key function gave no key: \(reason)"
                + (errors.isEmpty ? "" : " (it said: \(errors))")
                + ". It reads R2 (42 hexadecimal digits) and the application secret key (32) in two lines, and prints 32 digits or 16 bytes"
        case .cipher(let error):
            "\(error)"
        }
    }
}
