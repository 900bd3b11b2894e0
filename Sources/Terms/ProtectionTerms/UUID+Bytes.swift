package import FoundationEssentials

extension UUID {
    /// The 16 bytes in the order of the text form (RFC 9562 section 4).
    package var bytes: [UInt8] {
        let id = uuid
        return [
            id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7,
            id.8, id.9, id.10, id.11, id.12, id.13, id.14, id.15,
        ]
    }

    /// Creates the UUID with these bytes, or nil if there are not 16 of them.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        let bytes = Array(bytes)
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
