import Bitstreams
import ISOBaseMedia
import Presentations

/// The bytes of a file that a `sidx` refers to (ISO/IEC 14496-12, 8.16.3).
struct SubsegmentBorders {
    /// The size of the largest `sidx` that is read, in bytes: each of at most 65535 references takes 12.
    static let maximumSize: UInt64 = 1 << 20

    /// The offsets in the clear file of the start of the first subsegment and the end of each one, in order.
    let borders: [UInt64]

    /// Reads a `sidx`.
    ///
    /// - Parameters:
    ///   - bytes: the box, header included.
    ///   - offset: the offset of the box in the clear file, in bytes.
    /// - Throws: `ParseError` if the box is malformed; its offset counts from the start of the file.
    init(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) {
        var reader = ByteReader(bytes[...], at: offset)
        let index = try SegmentIndexBox(try Box(&reader))
        var borders = [offset.addingSaturated(UInt64(bytes.count)).addingSaturated(index.firstOffset)]
        for reference in index.references {
            borders.append((borders.last ?? 0).addingSaturated(UInt64(reference.size)))
        }
        self.borders = borders
    }

    /// Indicates whether all borders, and the first byte of each nonempty subsegment, are in the output.
    func isContained(in ranges: OutputRanges) -> Bool {
        borders.allSatisfy(ranges.touches)
            && zip(borders, borders.dropFirst()).allSatisfy { start, end in
                start >= end || ranges.contains(start)
            }
    }
}
