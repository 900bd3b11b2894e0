import Ciphers
import TextFormats
package import WipedMemory

/// A secret that several threads read.
package final class SharedSecret: Sendable {
    let bytes: SecretBytes

    /// Takes over a secret.
    package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// Creates a random secret of 32 hexadecimal digits.
    static func random() -> SharedSecret {
        SharedSecret(SecretBytes(copying: Array(Hexadecimal.encode(RandomBytes.generate(count: 16)).utf8)))
    }
}
