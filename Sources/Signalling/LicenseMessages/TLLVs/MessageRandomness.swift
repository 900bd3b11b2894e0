import Ciphers

/// Where keys, IVs, padding and the order of TLLVs come from: the system, or given bytes where an answer has to be known.
package struct MessageRandomness: Sendable {
    /// The next so many bytes.
    package let bytes: @Sendable (Int) -> [UInt8]

    /// Randomness of any origin; only tests have another than ``system``.
    package init(bytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.bytes = bytes
    }

    /// The system's generator.
    package static let system = MessageRandomness { RandomBytes.make(count: $0) }

    /// A number from 0 to below `limit`, evenly as far as 64 bits go.
    func number(below limit: Int) -> Int {
        Int(UInt64(bigEndianBytes: bytes(8)) % UInt64(limit))
    }
}
