package import Bitstreams

/// `traf`: the samples of one track in a movie fragment (ISO/IEC 14496-12, 8.8.6).
package struct TrackFragmentBox: Hashable, Sendable {
    /// Where the box starts.
    package let offset: UInt64
    /// `tfhd`.
    package let header: TrackFragmentHeaderBox
    /// baseMediaDecodeTime of `tfdt`, in ticks of the track; RFC 8216 3.3 asks for one in every fragment.
    package let baseMediaDecodeTime: UInt64?
    /// `trun`, in order.
    package let runs: [TrackRunBox]
    /// `sbgp` of the samples that begin open groups of pictures.
    package let randomAccess: SampleToGroupBox?

    /// Reads the body and the boxes in it that are known; others are passed over.
    package init(_ box: Box) throws(ParseError) {
        offset = box.offset
        var header: TrackFragmentHeaderBox?
        var decodeTime: UInt64?
        var runs: [TrackRunBox] = []
        var randomAccess: SampleToGroupBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "tfhd":
                guard header == nil else { throw child.isRepeated }
                header = try TrackFragmentHeaderBox(child)
            case "tfdt":
                guard decodeTime == nil else { throw child.isRepeated }
                decodeTime = try Self.decodeTime(child)
            case "trun":
                runs.append(try TrackRunBox(child))
            case "sbgp":
                guard randomAccess == nil,
                    try SampleToGroupBox.groupingType(of: child) == SampleToGroupBox.randomAccessType
                else { continue }
                randomAccess = try SampleToGroupBox(child)
            default:
                break
            }
        }
        guard let header else { throw box.lacks("tfhd") }
        self.header = header
        baseMediaDecodeTime = decodeTime
        self.runs = runs
        self.randomAccess = randomAccess
    }

    /// `tfdt` (8.8.12): 32 bits in version 0, 64 in version 1.
    private static func decodeTime(_ box: Box) throws(ParseError) -> UInt64 {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        return full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
    }
}
