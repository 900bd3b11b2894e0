import Bitstreams

/// `traf`: the samples of one track in a movie fragment (ISO/IEC 14496-12, 8.8.6).
package struct TrackFragmentBox: Hashable, Sendable {
    /// The offset of the box in the stream.
    package let offset: UInt64
    /// `tfhd`: the track and the sample defaults.
    package let header: TrackFragmentHeaderBox
    /// baseMediaDecodeTime of `tfdt` in ticks of the track, or nil if absent; RFC 8216 3.3 asks for it in
    /// every fragment.
    package let baseMediaDecodeTime: UInt64?
    /// The `trun` boxes, in order.
    package let runs: [TrackRunBox]
    /// The `sbgp` box that marks samples at the start of open GOPs, or nil if absent.
    let randomAccess: SampleToGroupBox?

    /// Reads the body with the known boxes in it, and skips others.
    init(_ box: Box) throws(ParseError) {
        offset = box.offset
        var header: TrackFragmentHeaderBox?
        var decodeTime: UInt64?
        var runs: [TrackRunBox] = []
        var randomAccess: SampleToGroupBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "tfhd":
                guard header == nil else { throw child.repeatedBoxError }
                header = try TrackFragmentHeaderBox(child)
            case "tfdt":
                guard decodeTime == nil else { throw child.repeatedBoxError }
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
        guard let header else { throw box.missingBoxError("tfhd") }
        self.header = header
        baseMediaDecodeTime = decodeTime
        self.runs = runs
        self.randomAccess = randomAccess
    }

    /// Reads `tfdt` (8.8.12): 32 bits in version 0, 64 in version 1.
    private static func decodeTime(_ box: Box) throws(ParseError) -> UInt64 {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        return full.version == 0 ? UInt64(try reader.uint32()) : try reader.uint64()
    }
}
