package import Bitstreams

/// `moof`: a movie fragment, with the sample runs of its tracks (ISO/IEC 14496-12, 8.8.4).
package struct MovieFragmentBox: Hashable, Sendable {
    /// The offset of the box in the stream, in bytes, from which data offsets may count.
    package let offset: UInt64
    /// sequence_number of `mfhd`.
    package let sequenceNumber: UInt32
    /// The track fragments, in order.
    package let trackFragments: [TrackFragmentBox]

    /// Reads the body with the known boxes in it, and skips others.
    package init(_ box: Box) throws(ParseError) {
        offset = box.offset
        var sequenceNumber: UInt32?
        var trackFragments: [TrackFragmentBox] = []
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mfhd":
                guard sequenceNumber == nil else { throw child.repeatedBoxError }
                var reader = child.reader
                _ = try FullBoxHeader(&reader, maximumVersion: 0)
                sequenceNumber = try reader.uint32()
            case "traf":
                trackFragments.append(try TrackFragmentBox(child))
            default:
                break
            }
        }
        guard let sequenceNumber else { throw box.missingBoxError("mfhd") }
        self.sequenceNumber = sequenceNumber
        self.trackFragments = trackFragments
    }
}
