/// Boxes of fMP4 by hand (ISO/IEC 14496-12).
package enum Boxes {
    /// A box of so many bytes of body.
    package static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }

    /// A `sidx` of version 0 or 1 whose subsegments have these sizes; an index among them is marked.
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

    /// A number, big endian.
    package static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }
}
