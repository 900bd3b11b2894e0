import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// An iterator over the top-level boxes of a clear segment that pairs each `moof` with the `mdat` after it.
struct SegmentBoxIterator {
    enum Step {
        /// A `moof`, its samples, and their order in the `mdat`.
        case fragment(TopLevelBox, FragmentLayout, SampleOrder)
        /// The `mdat` of the last `moof`.
        case data(TopLevelBox)
        /// Any other box.
        case box(TopLevelBox)
    }

    private let source: SegmentSource
    private let movie: MovieFormat
    private let segmentOffset: UInt64
    private var boxes: TopLevelBoxIterator
    /// Indicates whether a box of a segment came, `moof` or `styp`: a segment without samples may be only a
    /// `styp`.
    private var hasSegmentBox = false
    /// The offset of the last fragment's `mdat` in the segment.
    private var dataOffset: UInt64?

    /// - Parameters:
    ///   - source: the segment.
    ///   - segmentOffset: the offset of the segment in its file.
    ///   - movie: the initialization section.
    init(_ source: SegmentSource, segmentOffset: UInt64, _ movie: MovieFormat) {
        self.source = source
        self.segmentOffset = segmentOffset
        self.movie = movie
        boxes = TopLevelBoxIterator(0..<source.length)
    }

    /// Returns the next step, or nil at the end of the segment.
    ///
    /// - Throws: `SampleEncryptionError` if the segment is malformed or cannot be protected; and any error of
    ///   reading.
    mutating func next() throws -> Step? {
        guard let box = try boxes.next(in: source) else {
            guard hasSegmentBox else {
                throw SampleEncryptionError.malformed(.missing(offset: 0, "box 'moof'"))
            }
            return nil
        }
        switch box.type {
        case "moof":
            return try readFragment(box)
        case "mdat":
            if dataOffset == box.range.lowerBound { return .data(box) }
            guard box.body.isEmpty else {
                throw SampleEncryptionError.unsupported(
                    offset: box.range.lowerBound,
                    what: "a box 'mdat' that belongs to no 'moof' before it",
                    remedy: "Package the media again, with each 'moof' followed by its one 'mdat'"
                )
            }
            return .box(box)
        case "moov":
            throw SampleEncryptionError.unsupported(
                offset: box.range.lowerBound,
                what: "a box 'moov' in a segment",
                remedy: "Package the media again with an initialization section (EXT-X-MAP) of its own"
            )
        default:
            if box.type == "styp" { hasSegmentBox = true }
            return .box(box)
        }
    }

    private mutating func readFragment(_ box: TopLevelBox) throws -> Step {
        guard !box.runsToTheEnd else {
            throw SampleEncryptionError.malformed(
                .invalid(
                    offset: box.range.lowerBound,
                    field: "box size",
                    found: "0 of 'moof'",
                    expected: "a size: its samples follow"
                )
            )
        }
        guard box.size <= UInt64(FragmentLayout.sizeLimit) else {
            throw SampleEncryptionError.unsupported(
                offset: box.range.lowerBound,
                what: "a box 'moof' of \(box.size) bytes, more than \(FragmentLayout.sizeLimit >> 20) MiB",
                remedy: "Package the media again with shorter fragments"
            )
        }
        hasSegmentBox = true
        let layout = try FragmentLayout(
            Array(try source.bytes(box.range)),
            at: box.range.lowerBound,
            segmentOffset: segmentOffset,
            movie
        )
        let data = try nextData()
        guard let data else {
            if let sample = layout.samples.first(where: { !$0.range.isEmpty }) {
                throw SampleEncryptionError.malformed(
                    .missing(
                        offset: box.range.upperBound,
                        "box 'mdat' for the sample at byte \(sample.range.lowerBound)"
                    )
                )
            }
            self.dataOffset = nil
            return .fragment(box, layout, SampleOrder(ofFragment: ()))
        }
        self.dataOffset = data.range.lowerBound
        return .fragment(box, layout, try layout.order(in: data.body))
    }

    /// Returns the `mdat` between the current `moof` and the next one, or nil if there is none.
    private func nextData() throws -> TopLevelBox? {
        var boxes = boxes
        while let next = try boxes.next(in: source) {
            if next.type == "mdat" { return next }
            if next.type == "moof" { return nil }
        }
        return nil
    }
}
