package import FoundationEssentials

extension UUID {
    /// The id of 16 bytes, as KID fields have it; nil for another number of bytes.
    package init?(keyID bytes: some Collection<UInt8>) {
        guard bytes.count == Self.keyIDByteCount else { return nil }
        let b = Array(bytes)
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            )
        )
    }

    /// The bytes of a KID field, in the order of the digits.
    package var keyIDBytes: [UInt8] {
        let u = uuid
        return [
            u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15,
        ]
    }

    private static var keyIDByteCount: Int { 16 }
}
