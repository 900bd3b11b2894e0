package import Ciphers

// What is odd about keys from outside, though not wrong.

extension ContentKey {
    /// Random keys of 16 bytes have at least this many different ones, but for one in 10^9, and longer ones more.
    private static let leastDistinctBytes = 9

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
            if distinct < Self.leastDistinctBytes { return "has only \(distinct) different bytes" }
            return steps.count <= 2 ? "is a regular sequence of bytes" : nil
        }
    }
}

extension KeyRecordStore {
    /// A warning that a key which is going to be stored is stored for something else already; nil if it is not.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - identity: what it is going to be for.
    /// - Returns: the warning.
    /// - Throws: `KeyStoreError`.
    package func repetition(
        of key: ContentKey,
        for identity: KeyIdentity
    ) throws(KeyStoreError) -> String? {
        guard let twin = try keys(withSameKeyAs: key).first(where: { $0.identity != identity }) else {
            return nil
        }
        return "\(identity): the store has the same key for \(twin.identity)"
    }
}
