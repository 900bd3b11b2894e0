/// The hashes of byte strings, by which most strings are known to be new: 8 to 22 bytes for each.
///
/// Hashes have 64 bits under a key of the process. Strings with the same hash have to be compared.
struct ByteStringHashes {
    private var hashes: Set<Int> = []

    /// Adds a string; returns false if one with the same hash was there.
    mutating func insert(_ string: some Collection<UInt8>) -> Bool {
        hashes.insert(Self.hash(string)).inserted
    }

    /// Returns false if the string is not there.
    func mayContain(_ string: some Collection<UInt8>) -> Bool { hashes.contains(Self.hash(string)) }

    private static func hash(_ string: some Collection<UInt8>) -> Int {
        var hasher = Hasher()
        let isHashed: Void? = string.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil {
            for byte in string { hasher.combine(byte) }
        }
        return hasher.finalize()
    }
}
