import COpenSSL
package import WipedMemory

extension SecretBytes {
    /// Generates `count` random bytes.
    package static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { target in
            RandomBytes.fill(&target)
        }
    }

    /// Indicates whether both contain the same bytes, in a time that does not depend on the bytes.
    package borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        guard count > 0 else { return true }
        return withSpan { mine in
            other.withSpan { theirs in
                unsafe mine.withUnsafeBytes { mine in
                    unsafe theirs.withUnsafeBytes { theirs in
                        unsafe CRYPTO_memcmp(mine.baseAddress, theirs.baseAddress, mine.count) == 0
                    }
                }
            }
        }
    }
}
