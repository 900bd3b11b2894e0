/// Hand-built boxes of fMP4 (ISO/IEC 14496-12).
package enum Boxes {
    /// Returns a box of this type and body.
    package static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }

    /// Returns a `sidx` box of version 0 or 1 with subsegments of these sizes, in bytes.
    ///
    /// The references at the positions `indexes` are to another `sidx`, not to media.
    package static func index(
        version: UInt8 = 0,
        firstOffset: UInt64 = 0,
        _ sizes: [UInt64],
        indexes: Set<Int> = []
    ) -> [UInt8] {
        let size = version == 0 ? 4 : 8
        var body: [UInt8] = [version, 0, 0, 0] + number(1, 4) + number(1000, 4)
        body += number(0, size) + number(firstOffset, size) + number(UInt64(sizes.count), 4)
        for (index, bytes) in sizes.enumerated() {
            body += number(bytes | (indexes.contains(index) ? 1 << 31 : 0), 4)
            body += number(6000, 4) + number(0x9000_0000, 4)
        }
        return box("sidx", body)
    }

    /// Returns a big-endian number of `size` bytes.
    package static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }
}
