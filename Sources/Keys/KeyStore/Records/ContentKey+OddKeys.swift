package import Ciphers
import ProtectionTerms

// What is odd about keys from outside, though not wrong.

extension ContentKey {
    /// Fewer different bytes than this have only keys that nobody drew.
    ///
    /// The number of different bytes among n random ones is a Markov chain: from k to k + 1 with (256 - k) / 256. Of 16 bytes 8
    /// or fewer are different once in 10^10 times (2^-33), of 32 bytes 17 or fewer with 2^-42.98; 18 or fewer would be 2^-37.66,
    /// more than the 2^-40 that a mistake may cost. 17 are the 16 bytes of a shorter key and one to pad it.
    static func leastDistinctBytes(_ length: KeyLength) -> Int {
        switch length {
        case .bits128: 9
        case .bits256: 18
        }
    }

    /// What no generator of random numbers would give, to complete "the key"; nil for nothing.
    package var weakness: String? {
        withSpan { bytes in
            var seen = [Bool](repeating: false, count: 256)
            var steps = Set<UInt8>()
            for index in bytes.indices {
                seen[Int(bytes[index])] = true
                if index > 0 { steps.insert(bytes[index] &- bytes[index - 1]) }
            }
            let distinct = seen.count { $0 }
            if distinct == 1, bytes[0] == 0 { return "is all zero" }
            if length == .bits256, distinct > 1, let likeness = Self.likenessToShorter(bytes) {
                return likeness
            }
            if distinct < Self.leastDistinctBytes(length) { return "has only \(distinct) different bytes" }
            return steps.count <= 2 ? "is a regular sequence of bytes" : nil
        }
    }

    /// How 32 bytes come of a key of 16, to complete "the key"; nil where they do not.
    ///
    /// A random key is like that once in 2^111 times: 2^-128 for equal halves, twice 2^-112 for 15 bytes of which 14 are like the
    /// first. They are not 16, because a padding may begin with a mark (80 00 ... 00).
    private static func likenessToShorter(_ bytes: Span<UInt8>) -> String? {
        let half = KeyLength.bits128.byteCount
        if (0..<half).allSatisfy({ bytes[$0] == bytes[$0 + half] }) {
            return "is a key of \(half) bytes twice"
        }
        for padding in [0..<half - 1, bytes.count - half + 1..<bytes.count]
        where padding.allSatisfy({ bytes[$0] == bytes[padding.lowerBound] }) {
            return "is a key of \(half) bytes with padding"
        }
        return nil
    }
}

extension KeyRecordStore {
    /// A warning that a key which is going to be stored is stored for something else already; nil if it is not.
    ///
    /// - Parameter draft: the key, and what it is going to be for; no key is stored for that yet.
    /// - Returns: the warning.
    /// - Throws: `.otherReading` or `.exposedKey` for what a store would refuse.
    package func repetition(of draft: KeyDraft) throws(KeyStoreError) -> String? {
        guard let key = draft.key else { return nil }
        try draft.refuseOtherReading { (key) throws(KeyStoreError) in try keys(withSameKeyAs: key) }
        try draft.refuseExposure { (key) throws(KeyStoreError) in try keys(withSameKeyAs: key) }
        guard let twin = try keys(withSameKeyAs: key).first(where: { $0.identity != draft.identity }) else {
            return nil
        }
        return "\(draft.identity): the store has the same key for \(twin.identity)"
    }
}
