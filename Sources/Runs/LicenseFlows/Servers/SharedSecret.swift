import Ciphers
import TextFormats
package import WipedMemory

/// A secret that several threads read.
package final class SharedSecret: Sendable {
    let bytes: SecretBytes

    /// Keeps a secret.
    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// A random one, in hexadecimal digits.
    static func random() -> SharedSecret {
        SharedSecret(SecretBytes(copying: Array(Hexadecimal.encode(RandomBytes.make(count: 16)).utf8)))
    }
}
