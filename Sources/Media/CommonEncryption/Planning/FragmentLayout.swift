import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// The samples of a movie fragment and their byte ranges in the segment.
struct FragmentLayout: Sendable {
    /// The size of the largest `moof` that is accepted, in bytes.
    static let sizeLimit = 16 << 20
    /// The maximum number of samples in a fragment.
    static let sampleLimit = 1 << 20

    struct Sample: Sendable {
        /// The byte range in the segment.
        let range: Range<UInt64>
        /// The index of the track fragment in `trackFragments`.
        let trackFragmentIndex: Int
    }

    struct TrackFragment: Sendable {
        /// The index of the `traf` among the children of the `moof`.
        let childIndex: Int
        let header: TrackFragmentHeaderBox
        /// The index of the track in the movie.
        let trackIndex: Int
        /// The index of the sample entry of the samples, from 1.
        let sampleDescriptionIndex: UInt32
        /// The offset from which data offsets count, in bytes from the start of the segment.
        let base: Int64
        /// The runs, in order.
        var runs: [Run] = []
        /// The range of the samples in `FragmentLayout.samples`.
        var samples: Range<Int> = 0..<0
    }

    struct Run: Sendable {
        /// The index of the `trun` among the children of the `traf`.
        let childIndex: Int
        var box: TrackRunBox
        /// The offset of the first sample in the segment.
        let start: Int64
    }

    /// The `moof` as a tree.
    let node: BoxNode
    /// The byte range of the `moof` in the segment.
    let range: Range<UInt64>
    /// The track fragments, in order.
    var trackFragments: [TrackFragment] = []
    /// The samples, in the order of track fragments and runs.
    private(set) var samples: [Sample] = []
    /// The total size of all samples, in bytes.
    private(set) var dataSize: UInt64 = 0

    /// Reads a `moof` and computes the byte ranges of its samples.
    ///
    /// - Parameters:
    ///   - bytes: the whole box.
    ///   - offset: the offset of the box in the segment.
    ///   - segmentOffset: the offset of the segment in its file.
    ///   - movie: the initialization section.
    /// - Throws: `SampleEncryptionError` if the box is malformed or has more samples than `sampleLimit`.
    init(
        _ bytes: [UInt8],
        at offset: UInt64,
        segmentOffset: UInt64,
        _ movie: MovieFormat
    ) throws(SampleEncryptionError) {
        node = try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: offset)
            var trees = BoxTreeReader()
            return try trees.node(&reader)
        }
        range = offset..<offset + UInt64(bytes.count)
        var end = Int64(clamping: offset)
        for (index, child) in node.children.enumerated() where child.type == "traf" {
            try add(child, at: index, segmentOffset: segmentOffset, movie, end: &end)
        }
    }

    private mutating func add(
        _ child: BoxNode,
        at index: Int,
        segmentOffset: UInt64,
        _ movie: MovieFormat,
        end: inout Int64
    ) throws(SampleEncryptionError) {
        let header = try wrappingParseErrors { () throws(ParseError) in
            try TrackFragmentHeaderBox(try child.only("tfhd").box)
        }
        guard let track = movie.tracks.firstIndex(where: { $0.trackID == header.trackID }) else {
            throw .malformed(
                .invalid(
                    offset: child.offset,
                    field: "track_ID of 'tfhd'",
                    found: "\(header.trackID)",
                    expected: "a track of the initialization section: "
                        + movie.tracks.map { "\($0.trackID)" }.joined(separator: ", ")
                )
            )
        }
        let defaults = movie.tracks[track].defaults
        let descriptionIndex = header.sampleDescriptionIndex ?? defaults.defaultSampleDescriptionIndex
        guard descriptionIndex >= 1, descriptionIndex <= movie.tracks[track].entries.count else {
            throw .malformed(
                .invalid(
                    offset: child.offset,
                    field: "sample_description_index",
                    found: "\(descriptionIndex)",
                    expected: "1 to \(movie.tracks[track].entries.count), the sample entries of track"
                        + " \(header.trackID)"
                )
            )
        }
        let base = try base(header, segmentOffset: segmentOffset, previousEnd: end, at: child.offset)
        let size = header.defaultSampleSize ?? defaults.defaultSampleSize
        var fragment = TrackFragment(
            childIndex: index,
            header: header,
            trackIndex: track,
            sampleDescriptionIndex: descriptionIndex,
            base: base
        )
        end = base
        let first = samples.count
        for (childIndex, box) in child.children.enumerated() where box.type == "trun" {
            fragment.runs.append(try add(box, at: childIndex, base: base, defaultSampleSize: size, end: &end))
        }
        fragment.samples = first..<samples.count
        trackFragments.append(fragment)
    }

    /// Returns the offset in the segment from which data offsets of a track fragment count (ISO/IEC 14496-12,
    /// 8.8.7).
    private func base(
        _ header: TrackFragmentHeaderBox,
        segmentOffset: UInt64,
        previousEnd: Int64,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> Int64 {
        if let absolute = header.baseDataOffset {
            guard let baseOffset = Int64(exactly: absolute), let start = Int64(exactly: segmentOffset) else {
                throw .malformed(
                    .invalid(
                        offset: offset,
                        field: "base_data_offset",
                        found: "\(absolute)",
                        expected: "an offset in the file"
                    )
                )
            }
            return baseOffset - start
        }
        if header.defaultBaseIsMovieFragment || trackFragments.isEmpty {
            return Int64(clamping: range.lowerBound)
        }
        return previousEnd
    }

    private mutating func add(
        _ node: BoxNode,
        at index: Int,
        base: Int64,
        defaultSampleSize: UInt32,
        end: inout Int64
    ) throws(SampleEncryptionError) -> Run {
        let box = try wrappingParseErrors { () throws(ParseError) in try TrackRunBox(node.box) }
        if let offset = box.dataOffset { end = try Self.sum(base, Int64(offset), at: node.offset) }
        let start = end
        guard Int(box.sampleCount) <= Self.sampleLimit - samples.count else {
            throw .unsupported(
                offset: node.offset,
                what: "a movie fragment of more than \(Self.sampleLimit) samples",
                remedy: "Package the media again with shorter fragments"
            )
        }
        var sizes: [UInt32] = []
        box.appendSizes(to: &sizes, defaultSampleSize: defaultSampleSize)
        guard sizes.isEmpty || start >= 0 else { throw Self.outsideError(start, at: node.offset) }
        for size in sizes {
            let next = try Self.sum(end, Int64(size), at: node.offset)
            samples.append(
                Sample(range: UInt64(end)..<UInt64(next), trackFragmentIndex: trackFragments.count)
            )
            // Cannot overflow: at most 2^20 sizes of 32 bits.
            dataSize += UInt64(size)
            end = next
        }
        return Run(childIndex: index, box: box, start: start)
    }

    private static func sum(_ left: Int64, _ right: Int64, at offset: UInt64) throws(SampleEncryptionError)
        -> Int64
    {
        let (sum, isOver) = left.addingReportingOverflow(right)
        guard !isOver else { throw outsideError(left, at: offset) }
        return sum
    }

    private static func outsideError(_ position: Int64, at offset: UInt64) -> SampleEncryptionError {
        .malformed(
            .invalid(
                offset: offset,
                field: "location of samples",
                found: "byte \(position) of the segment",
                expected: "a location in the 'mdat' after the 'moof'"
            )
        )
    }
}

extension FragmentLayout {
    /// Returns the name of a sample in errors.
    func name(ofSampleAt index: Int) -> String {
        let fragment = trackFragments[samples[index].trackFragmentIndex]
        return "sample \(index - fragment.samples.lowerBound + 1) of track \(fragment.header.trackID)"
            + " in the fragment at byte \(range.lowerBound)"
    }
}
