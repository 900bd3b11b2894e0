import Bitstreams
import ISOBaseMedia
import MediaProbing

/// Checks a segment of fragmented MP4 (ISO/IEC 14496-12; RFC 8216, 3.3).
///
/// Checked: boxes with printable types fill the segment to the last byte; the fields of `styp`, `sidx` and
/// `moof`, down to the sample table of every `trun`; every fragment has a decode time, and an `mdat` that
/// contains its samples.
///
/// Any printable box type is accepted, because new ones appear; so a damaged type is noticed only if the box
/// was needed. Also not noticed: a change inside `mdat`, which is most of a segment, in boxes that are
/// skipped, and in fields that may have any value (sample durations and flags, times, the minor version of
/// `styp`). A `moof` above 16 MiB is skipped. Samples with an absolute offset, or with their size in `trex`,
/// are not located.
package struct FragmentedMP4Syntax: BoxSyntaxChecker {
    private let expectation: ExpectedSyntax
    var boxes = BoxStream(wantedTypes: ["ftyp", "styp", "sidx", "moov", "moof"])
    /// The fragment whose `mdat` is expected or being read.
    private var fragment: FragmentSampleExtents?
    private var times: [UInt32: UInt64] = [:]

    var fault: SyntaxFault?
    /// The sample entries that track fragments name for their samples, each once, at most 64.
    package private(set) var usedSampleEntries: [SampleEntryUse] = []

    /// The sample entry of some samples of a track.
    package struct SampleEntryUse: Hashable {
        package let trackID: UInt32
        /// sample_description_index, or nil for the default of the track.
        package let descriptionIndex: UInt32?
    }

    init(expecting expectation: ExpectedSyntax) {
        self.expectation = expectation
    }

    var start: SegmentStartTime? { times.isEmpty ? nil : .fragment(times) }

    var kind: StreamKind { .fragmentedMP4 }

    var mayEndInBox: Bool { expectation.role == .iFrameRange && boxes.openBoxType == "mdat" }

    mutating func checkEnd() throws(ParseError) {
        if mayEndInBox { fragment?.allowCutEnd() }
        guard let fragment else {
            throw .missing(offset: 0, "box 'moof'")
        }
        try fragment.check()
    }

    mutating func checkStart(_ header: BoxHeader, at offset: UInt64) throws(ParseError) {
        switch header.type {
        case "moof":
            try fragment?.check()
            fragment = FragmentSampleExtents(offset: offset)
        case "mdat":
            guard fragment != nil else {
                throw .invalid(
                    offset: offset,
                    field: "box",
                    found: "'mdat'",
                    expected: "a box 'moof' before it"
                )
            }
            fragment?.addMediaData(header, at: offset)
        default:
            break
        }
    }

    mutating func check(_ box: Box) throws(ParseError) {
        switch box.type {
        case "ftyp", "styp": _ = try FileTypeBox(box)
        case "sidx": _ = try SegmentIndexBox(box)
        case "moov": _ = try MovieBox(box)
        default:
            let movieFragment = try MovieFragmentBox(box)
            try fragment?.addExtents(movieFragment)
            for track in movieFragment.trackFragments {
                guard let time = track.baseMediaDecodeTime else {
                    throw .missing(offset: track.offset, "'tfdt' in box 'traf'")
                }
                if times[track.header.trackID] == nil { times[track.header.trackID] = time }
                addSampleEntryUse(of: track)
            }
        }
    }

    private mutating func addSampleEntryUse(of track: TrackFragmentBox) {
        let use = SampleEntryUse(
            trackID: track.header.trackID,
            descriptionIndex: track.header.sampleDescriptionIndex
        )
        // A hostile segment may name any number of tracks.
        guard usedSampleEntries.count < 64, !usedSampleEntries.contains(use) else { return }
        guard track.runs.contains(where: { $0.sampleCount > 0 }) else { return }
        usedSampleEntries.append(use)
    }
}
