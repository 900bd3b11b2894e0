import Failures
import Glibc
import KeyEncryption
import KeyStore

/// The environment variable `FAIRLEAD_KEK`, which is removed before any other code reads the environment.
///
/// Its digits are wiped in the memory where the kernel stored them, so that `/proc/PID/environ` does not show
/// them. No program that this process starts inherits them.
enum KeyEncryptionKeyVariable {
    static let name = "FAIRLEAD_KEK"

    /// The key or the reason why the value is not one, or nil if the variable is unset or empty.
    static let key = readAndWipe()

    private static func readAndWipe() -> Result<KeyEncryptionKey, RunFailure>? {
        guard let value = unsafe getenv(name) else { return nil }
        let count = unsafe strlen(value)
        defer {
            unsafe explicit_bzero(value, count)
            unsafe unsetenv(name)
        }
        guard count > 0 else { return nil }
        let digits = unsafe UnsafeRawBufferPointer(start: value, count: count).bindMemory(to: UInt8.self)
        return Result { () throws(RunFailure) in try KeyEncryptionKey(hexadecimal: unsafe digits.span) }
    }
}
