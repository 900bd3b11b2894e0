package import ProtectionTerms

// Keys from outside that are suspicious, though not invalid.

extension ContentKey {
    /// The minimum number of different bytes in a key; a key with fewer was not generated at random.
    ///
    /// The number of different bytes among n random ones is a Markov chain: from k to k + 1 with probability
    /// (256 - k) / 256. 8 or fewer of 16 bytes are different with probability 2^-33 (once in 10^10 keys), 17
    /// or fewer of 32 bytes with 2^-42.98; 18 or fewer would be 2^-37.66, more than the 2^-40 that a false
    /// warning may have. A shorter key of 16 different bytes, filled up with another byte, has 17.
    package static func minimumDistinctBytes(_ length: KeyLength) -> Int {
        switch length {
        case .bits128: 9
        case .bits256: 18
        }
    }

    /// The reason why the key cannot be random, as the end of a clause that begins "the key"; nil if there is
    /// none.
    package var weakness: String? {
        withSpan { bytes in
            var seen = [Bool](repeating: false, count: 256)
            var steps = Set<UInt8>()
            for index in bytes.indices {
                seen[Int(bytes[index])] = true
                if index > 0 { steps.insert(bytes[index] &- bytes[index - 1]) }
            }
            let distinctCount = seen.count { $0 }
            if distinctCount == 1, bytes[0] == 0 { return "is all zero" }
            if length == .bits256, distinctCount > 1, let derivation = Self.derivationFromShorterKey(bytes) {
                return derivation
            }
            if distinctCount < Self.minimumDistinctBytes(length) {
                return "has only \(distinctCount) different bytes"
            }
            return steps.count <= 2 ? "is a regular sequence of bytes" : nil
        }
    }

    /// Returns how 32 bytes repeat or pad a key of 16, as the end of a clause that begins "the key", or nil.
    ///
    /// A random key looks like that once in 2^111 cases: 2^-128 for equal halves, and twice 2^-112 for 15
    /// bytes of which 14 equal the first. The padding is 15 bytes and not 16, because it may begin with a
    /// marker (80 00 ... 00).
    private static func derivationFromShorterKey(_ bytes: Span<UInt8>) -> String? {
        let half = KeyLength.bits128.byteCount
        if (0..<half).allSatisfy({ bytes[$0] == bytes[$0 + half] }) {
            return "is a key of \(half) bytes, repeated"
        }
        for padding in [0..<half - 1, bytes.count - half + 1..<bytes.count]
        where padding.allSatisfy({ bytes[$0] == bytes[padding.lowerBound] }) {
            return "is a key of \(half) bytes with padding"
        }
        return nil
    }
}
