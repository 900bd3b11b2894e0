import FoundationEssentials

extension UUID {
    /// The 16 bytes in the order of the digits, as boxes have a KID.
    var bytes: [UInt8] {
        let id = uuid
        return [
            id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13, id.14,
            id.15,
        ]
    }
}
