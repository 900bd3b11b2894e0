import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// Makes a `sidx` say where the bytes that it indexes are in the output (ISO/IEC 14496-12, 8.16.3).
struct SegmentIndexEdit {
    /// A border between subsegments that is not in the output.
    struct MissingBorder: Error {
        /// The byte of the clear file.
        let offset: UInt64
    }

    /// The borders of subsegments in the clear file, the start of the first one first.
    let borders: [UInt64]
    /// The first bytes of subsegments, of those that have some.
    var starts: [UInt64] { zip(borders, borders.dropFirst()).filter { $0 < $1 }.map(\.0) }
    /// The end of the box in the clear file.
    private let end: UInt64
    /// Where first_offset stands in the box, and its bytes: 4 or 8.
    private let firstOffset: (place: Int, size: Int)
    /// Where the references stand in the box.
    private let references: Int

    /// Reads a box.
    ///
    /// - Parameters:
    ///   - bytes: the box, header included.
    ///   - offset: where it starts in the clear file.
    /// - Throws: `ParseError` where it is malformed; its offset counts from `offset`.
    init(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes[...])
        let header = try BoxHeader(&reader)
        let box = Box(
            type: header.type,
            offset: 0,
            bodyOffset: UInt64(header.size),
            body: bytes[header.size...]
        )
        let index = try SegmentIndexBox(box)
        // Version and flags, reference_ID and timescale stand before the times.
        let isLarge = bytes[header.size] > 0
        firstOffset = (header.size + 12 + (isLarge ? 8 : 4), isLarge ? 8 : 4)
        references = firstOffset.place + firstOffset.size + 4
        end = offset.addingSaturated(UInt64(bytes.count))
        var borders = [end.addingSaturated(index.firstOffset)]
        for reference in index.references {
            borders.append((borders.last ?? 0).addingSaturated(UInt64(reference.size)))
        }
        self.borders = borders
    }

    /// Writes the places of the output into the box.
    ///
    /// - Parameters:
    ///   - bytes: the box as it was read.
    ///   - places: where the bytes of the clear file are.
    /// - Throws: `MissingBorder`.
    func apply(_ places: FilePlaces, to bytes: inout [UInt8]) throws(MissingBorder) {
        var moved: [UInt64] = []
        for border in borders {
            guard let place = places.outputOffset(of: border) else { throw MissingBorder(offset: border) }
            moved.append(place)
        }
        guard let newEnd = places.outputOffset(of: end), let first = moved.first, first >= newEnd,
            firstOffset.size == 8 || first - newEnd <= UInt64(UInt32.max)
        else { throw MissingBorder(offset: end) }
        Self.write(first - newEnd, to: &bytes, at: firstOffset.place, size: firstOffset.size)
        for (index, (start, end)) in zip(moved, moved.dropFirst()).enumerated() {
            guard end >= start, end - start < 1 << 31 else {
                throw MissingBorder(offset: borders[index + 1])
            }
            let place = references + index * 12
            let isIndex = UInt64(bytes[place] & 0x80) << 24
            Self.write(isIndex | (end - start), to: &bytes, at: place, size: 4)
        }
    }

    private static func write(_ value: UInt64, to bytes: inout [UInt8], at place: Int, size: Int) {
        for index in 0..<size {
            bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - index)))
        }
    }
}
