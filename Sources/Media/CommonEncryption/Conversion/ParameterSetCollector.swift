import ElementaryStreams
import ISOBaseMedia
import ProtectionTerms
package import SampleEncryption

/// Collects the parameter sets in the samples of clear segments that share an initialization section.
package struct ParameterSetCollector: Sendable {
    /// The identity of a parameter set within its sample entry.
    private struct Key: Hashable {
        let trackIndex: Int
        let entryIndex: Int
        let identity: ParameterSetIdentity
    }

    /// A parameter set, and the offset where it was found, in bytes.
    private struct FoundParameterSet {
        let bytes: [UInt8]
        let offset: UInt64
    }

    private let movie: MovieFormat
    private let parameterSetFinders: [[InBandParameterSetFinder?]]
    private var parameterSets: [Key: FoundParameterSet] = [:]
    /// The keys of `parameterSets`, in the order in which they were found.
    private var keys: [Key] = []

    /// Creates a collector with the parameter sets of the sample entries only.
    ///
    /// - Parameter movie: the clear initialization section.
    /// - Throws: `SampleEncryptionError` if a parameter set of a sample entry cannot be parsed or contradicts
    ///   another one.
    package init(_ movie: MovieFormat) throws(SampleEncryptionError) {
        self.movie = movie
        parameterSetFinders = movie.tracks.map { $0.entries.map { InBandParameterSetFinder($0) } }
        for (track, trackFormat) in movie.tracks.enumerated() {
            for (entry, format) in trackFormat.entries.enumerated() {
                guard let finder = parameterSetFinders[track][entry] else { continue }
                for bytes in format.configuration?.parameterSets ?? [] {
                    let identity = try finder.identity(of: bytes[...], at: 0)
                    let key = Key(trackIndex: track, entryIndex: entry, identity: identity)
                    try add(FoundParameterSet(bytes: bytes, offset: 0), key)
                }
            }
        }
    }

    /// Collects the parameter sets of a segment.
    ///
    /// - Parameters:
    ///   - length: the length of the segment, in bytes.
    ///   - offset: the offset of the segment in its file.
    ///   - read: fills a range of the buffer with the bytes at an offset of the segment; never called beyond
    ///     its end.
    /// - Throws: `SampleEncryptionError` if the segment is malformed, or has a parameter set that a sample
    ///   entry cannot hold or that differs from an earlier one of the same type and number; and any error of
    ///   `read`.
    package mutating func collect(
        length: UInt64,
        at offset: UInt64,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) throws {
        try withoutActuallyEscaping(read) { read in
            let source = SegmentSource(length: length, read: read)
            var iterator = SegmentBoxIterator(source, segmentOffset: offset, movie)
            while let step = try iterator.next() {
                guard case .fragment(_, let layout, _) = step else { continue }
                for fragment in layout.trackFragments {
                    try collect(fragment, of: layout, in: source)
                }
            }
        }
    }

    private mutating func collect(
        _ fragment: FragmentLayout.TrackFragment,
        of layout: FragmentLayout,
        in source: SegmentSource
    ) throws {
        let entry = Int(fragment.sampleDescriptionIndex) - 1
        guard let finder = parameterSetFinders[fragment.trackIndex][entry] else { return }
        for index in fragment.samples {
            var sample = SegmentSample(in: source, layout.samples[index].range)
            let start = sample.offset
            do {
                try finder.forEach(in: &sample) { range, unit in
                    let offset = start + UInt64(range.lowerBound)
                    let identity = try finder.identity(of: unit, at: offset)
                    let key = Key(trackIndex: fragment.trackIndex, entryIndex: entry, identity: identity)
                    try add(FoundParameterSet(bytes: Array(unit), offset: offset), key)
                }
            } catch let error as SampleEncryptionError {
                throw error.adding(sampleName: layout.name(ofSampleAt: index))
            }
        }
    }

    /// Adds the parameter sets collected from another segment with the same initialization section.
    ///
    /// - Throws: `.unsupported` if a parameter set differs from an earlier one; the error's offset is in
    ///   the other segment.
    package mutating func merge(_ other: ParameterSetCollector) throws(SampleEncryptionError) {
        for key in other.keys {
            guard let found = other.parameterSets[key] else { continue }
            try add(found, key)
        }
    }

    private mutating func add(_ found: FoundParameterSet, _ key: Key) throws(SampleEncryptionError) {
        guard let earlier = parameterSets[key] else {
            parameterSets[key] = found
            keys.append(key)
            return
        }
        guard earlier.bytes != found.bytes else { return }
        let format = movie.tracks[key.trackIndex].entries[key.entryIndex].format
        let outOfBandFormat = MovieFormat.outOfBandFormats[format] ?? format
        throw .unsupported(
            offset: found.offset,
            what:
                "\(key.identity.description), which differs from the one before it (track \(movie.tracks[key.trackIndex].trackID) is"
                + " '\(format)'; FairPlay supports only '\(outOfBandFormat)', in which parameter sets do not change)",
            remedy:
                "Encode the video with the same parameters throughout, or package each part with an EXT-X-MAP of its own"
                + " as '\(outOfBandFormat)' (ffmpeg: -c copy -tag:v \(outOfBandFormat)), or use \(CommandOption.method) aes-128"
        )
    }

    /// Returns the format with all collected parameter sets added to its sample entries, whose types do not
    /// change.
    ///
    /// - Throws: `.unsupported` if a sample entry gets no parameter set, or more than it can hold.
    package func completed() throws(SampleEncryptionError) -> MovieFormat {
        var movie = movie
        for (track, entries) in parameterSetFinders.enumerated() {
            for (entry, finder) in entries.enumerated() where finder != nil {
                let entryKeys = keys.filter { $0.trackIndex == track && $0.entryIndex == entry }
                let format = movie.tracks[track].entries[entry]
                let isAVC = if case .avc = format.codec { true } else { false }
                let counts = Dictionary(grouping: entryKeys, by: \.identity.type).mapValues(\.count)
                let hasRoom = !isAVC || counts.allSatisfy { $1 <= NALUnitArrays.avcCapacity($0) }
                guard !entryKeys.isEmpty, hasRoom else {
                    throw InBandParameterSetFinder.unsupportedError(
                        at: 0,
                        "track \(movie.tracks[track].trackID) ('\(format.format)') with \(entryKeys.count) parameter sets"
                    )
                }
                // The parameter sets of the sample entry stay first, in their order.
                let initialKeys = entryKeys.prefix(format.configuration?.parameterSets.count ?? 0)
                let addedKeys = entryKeys.dropFirst(initialKeys.count).sorted {
                    ($0.identity.type, $0.identity.number) < ($1.identity.type, $1.identity.number)
                }
                movie.tracks[track].entries[entry].configuration?.parameterSets =
                    (initialKeys + addedKeys).compactMap { parameterSets[$0]?.bytes }
            }
        }
        return movie
    }
}
