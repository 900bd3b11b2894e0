import Bitstreams
import ISOBaseMedia
import Presentations

/// The bytes of a file that a `sidx` speaks of (ISO/IEC 14496-12, 8.16.3).
struct IndexedBytes {
    /// Bytes of the largest `sidx` that is looked at: it has 12 for each of at most 65535 references.
    static let limit: UInt64 = 1 << 20

    /// The borders between subsegments, the start of the first one first.
    let borders: [UInt64]

    /// Reads a box.
    ///
    /// - Parameters:
    ///   - bytes: the box, header included.
    ///   - offset: where it starts in the clear file.
    /// - Throws: `ParseError` where it is malformed; its offset is one of the file.
    init(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes[...], at: offset)
        let index = try SegmentIndexBox(try Box(&reader))
        var borders = [offset.addingSaturated(UInt64(bytes.count)).addingSaturated(index.firstOffset)]
        for reference in index.references {
            borders.append((borders.last ?? 0).addingSaturated(UInt64(reference.size)))
        }
        self.borders = borders
    }

    /// Whether all borders, and the first byte of each subsegment that has bytes, are in the output.
    func isHeld(by held: HeldBytes) -> Bool {
        borders.allSatisfy(held.touches)
            && zip(borders, borders.dropFirst()).allSatisfy { start, end in start >= end || held.holds(start)
            }
    }
}
