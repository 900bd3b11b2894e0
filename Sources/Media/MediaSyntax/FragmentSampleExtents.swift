import Bitstreams
import ISOBaseMedia

/// The offsets at which the samples of a movie fragment should be, and the range of the media data after it.
struct FragmentSampleExtents: Sendable {
    /// The range of the samples of one track fragment.
    private struct Extent {
        let trackFragmentOffset: UInt64
        var start: UInt64
        /// The end offset, or nil if it is unknown.
        var end: UInt64?
    }

    private let offset: UInt64
    private var extents: [Extent] = []
    private var dataStart: UInt64?
    /// The end offset, or nil before an `mdat`; the maximum if the data runs to the end of the stream.
    private var dataEnd: UInt64?

    /// - Parameter offset: the offset of the `moof` in the stream.
    init(offset: UInt64) {
        self.offset = offset
    }

    /// Computes the ranges of the samples (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
    mutating func addExtents(_ fragment: MovieFragmentBox) throws(ParseError) {
        var previousEnd: UInt64? = fragment.offset
        for track in fragment.trackFragments {
            let header = track.header
            if header.baseDataOffset != nil {
                // The base data offset counts from the start of a file of which this stream may be a range.
                previousEnd = nil
                continue
            }
            let base = header.defaultBaseIsMovieFragment ? fragment.offset : previousEnd
            previousEnd = try addExtent(track, base: base)
        }
    }

    /// Adds an `mdat`; several that follow each other count as one.
    mutating func addMediaData(_ header: BoxHeader, at boxOffset: UInt64) {
        if dataStart == nil { dataStart = boxOffset + UInt64(header.size) }
        if case .bytes(let size) = header.extent {
            dataEnd = boxOffset &+ size < boxOffset ? .max : boxOffset + size
        } else {
            dataEnd = .max
        }
    }

    /// Allows the stream to end inside the media data.
    mutating func allowCutEnd() {
        dataEnd = .max
    }

    /// Throws unless there was an `mdat` that contains all samples.
    func check() throws(ParseError) {
        guard let dataStart, let dataEnd else {
            throw .missing(offset: offset, "box 'mdat' after box 'moof'")
        }
        for extent in extents where extent.start < dataStart || extent.end ?? dataStart > dataEnd {
            throw .invalid(
                offset: extent.trackFragmentOffset,
                field: "samples",
                found: "from byte \(extent.start) to \(extent.end.map(String.init) ?? "an unknown end")",
                expected: "samples in the media data from \(dataStart) to \(dataEnd)"
            )
        }
    }

    /// Adds the runs of one track fragment and returns the end of the last one, or nil if it is unknown.
    private mutating func addExtent(_ track: TrackFragmentBox, base: UInt64?) throws(ParseError) -> UInt64? {
        var position = base
        var extent: Extent?
        for run in track.runs {
            if let dataOffset = run.dataOffset { position = try Self.sum(base, dataOffset, track) }
            guard let start = position else { break }
            position = try Self.sum(
                start,
                run.dataSize(defaultSampleSize: track.header.defaultSampleSize),
                track
            )
            guard run.sampleCount > 0 else { continue }
            extent = Extent(
                trackFragmentOffset: track.offset,
                start: min(extent?.start ?? start, start),
                end: position.map { max(extent?.end ?? $0, $0) }
            )
        }
        if let extent { extents.append(extent) }
        return position
    }

    private static func sum<Term: BinaryInteger>(
        _ base: UInt64?,
        _ term: Term?,
        _ track: TrackFragmentBox
    ) throws(ParseError) -> UInt64? {
        guard let base, let term else { return nil }
        let magnitude = UInt64(term.magnitude)
        let (sum, overflow) =
            term < 0 ? base.subtractingReportingOverflow(magnitude) : base.addingReportingOverflow(magnitude)
        guard !overflow else {
            throw .invalid(
                offset: track.offset,
                field: "samples",
                found: "before the start of the stream or beyond 64 bits",
                expected: "samples in the media data"
            )
        }
        return sum
    }
}
