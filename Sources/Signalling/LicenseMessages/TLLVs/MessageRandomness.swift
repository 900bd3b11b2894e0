import Ciphers

/// The source of keys, IVs, padding and the order of TLLVs: the system's generator, or given bytes for known
/// answers.
package struct MessageRandomness: Sendable {
    /// Returns the given number of bytes.
    let bytes: @Sendable (Int) -> [UInt8]

    /// Creates a source from a function; only tests use another than ``system``.
    package init(bytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.bytes = bytes
    }

    /// The system's generator.
    package static let system = MessageRandomness { RandomBytes.generate(count: $0) }

    /// Returns a number from 0 to below `limit`, uniform within the limits of 64 bits.
    func number(below limit: Int) -> Int {
        Int(UInt64(bigEndianBytes: bytes(8)) % UInt64(limit))
    }
}
