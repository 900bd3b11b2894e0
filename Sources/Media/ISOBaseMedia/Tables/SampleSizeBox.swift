package import Bitstreams

/// `stsz` and `stz2`: the size of each sample (ISO/IEC 14496-12, 8.7.3).
package struct SampleSizeBox: Hashable, Sendable {
    /// The number of samples.
    let sampleCount: UInt32
    /// The size of every sample in bytes, or nil if sizes differ.
    let constantSize: UInt32?

    /// The width of a size field in bits: 4, 8 or 16 in `stz2`, 32 in `stsz`.
    private let width: Int
    private let table: EntryTable

    /// Reads the body of either box, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        let offset = reader.offset
        let size = try reader.uint32()
        sampleCount = try reader.uint32()
        guard box.type == "stz2" else {
            width = 32
            constantSize = size == 0 ? nil : size
            table = try EntryTable(&reader, of: box, count: size == 0 ? sampleCount : 0, rowSize: 4)
            return
        }
        width = Int(size & 0xFF)
        constantSize = nil
        guard [4, 8, 16].contains(width) else {
            throw .invalid(
                offset: offset,
                field: "field_size of 'stz2'",
                found: "\(width)",
                expected: "4, 8 or 16"
            )
        }
        // Two sizes of 4 bits share a byte.
        let rows = width == 4 ? sampleCount / 2 + sampleCount % 2 : sampleCount
        table = try EntryTable(&reader, of: box, count: rows, rowSize: width == 16 ? 2 : 1)
    }

    /// Returns the size of a sample in bytes, by its index from 0.
    func size(_ sample: Int) -> UInt32 {
        if let constantSize { return constantSize }
        switch width {
        case 4:
            let pair = table.number(sample / 2, at: 0, width: 1)
            return UInt32(sample % 2 == 0 ? pair >> 4 : pair & 0x0F)
        default:
            return UInt32(truncatingIfNeeded: table.number(sample, at: 0, width: width / 8))
        }
    }

    /// The total size of all samples, in bytes.
    var totalSize: UInt64 {
        // Cannot overflow: at most 2^32 sizes of 32 bits.
        if let constantSize { return UInt64(constantSize) * UInt64(sampleCount) }
        return (0..<Int(sampleCount)).reduce(0) { $0 + UInt64(size($1)) }
    }

    /// The box as it was read.
    package var node: BoxNode {
        let rows = table.encoded.dropFirst(4)
        let counted = [UInt8](bigEndian: sampleCount) + rows
        return width == 32
            ? BoxNode("stsz", fields: [0, 0, 0, 0] + [UInt8](bigEndian: constantSize ?? 0) + counted)
            : BoxNode("stz2", fields: [0, 0, 0, 0] + [0, 0, 0, UInt8(width)] + counted)
    }
}
