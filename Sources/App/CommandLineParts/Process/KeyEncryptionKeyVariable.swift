import Glibc
import KeyStore

/// The environment variable `FAIRLEAD_KEK`, which is taken out of the environment before anything else looks into that.
///
/// Its digits are wiped where the kernel has put them, so that `/proc/PID/environ` does not show them, and no program that this one
/// starts inherits them.
enum KeyEncryptionKeyVariable {
    static let name = "FAIRLEAD_KEK"

    /// The key that it holds, or why that is none; nil where it is not set, or empty.
    static let key = take()

    private static func take() -> Result<KeyEncryptionKey, KeyStoreError>? {
        guard let value = unsafe getenv(name) else { return nil }
        let count = unsafe strlen(value)
        defer {
            unsafe explicit_bzero(value, count)
            unsafe unsetenv(name)
        }
        guard count > 0 else { return nil }
        let digits = unsafe UnsafeRawBufferPointer(start: value, count: count).bindMemory(to: UInt8.self)
        return Result { () throws(KeyStoreError) in try KeyEncryptionKey(hexadecimal: unsafe digits.span) }
    }
}
