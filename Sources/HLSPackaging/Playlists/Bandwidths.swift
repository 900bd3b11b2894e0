import HLSPlaylists

/// Finds the variants whose `BANDWIDTH` or `AVERAGE-BANDWIDTH` was enough for the clear media and is too small for the
/// protected ones.
///
/// What a source says wrongly stays wrong: only what encryption changed is ours. AES-128 adds 1 to 16 bytes a segment,
/// which is nothing beside the tolerance of a bitrate.
struct Bandwidths {
    private let multivariant: MultivariantPlaylist
    private let presentation: Presentation
    private let layout: MediaLayout

    init(_ multivariant: MultivariantPlaylist, _ presentation: Presentation, _ layout: MediaLayout) {
        self.multivariant = multivariant
        self.presentation = presentation
        self.layout = layout
    }

    /// An attribute of a variant that is too small.
    struct Raised {
        /// The line of the variant.
        let line: Int
        /// `BANDWIDTH` or `AVERAGE-BANDWIDTH`.
        let attribute: String
        /// Its new value in bits a second.
        let value: UInt64
    }

    /// What has to be raised, in the order of the lines.
    var raised: [Raised] {
        guard layout.units.contains(where: { $0.transformation != nil }) else { return [] }
        let clear = bitrates { _, range in range.count }
        let output = bitrates { unit, range in unit.outputRange(ofIFrame: range).count }
        let streams =
            multivariant.variants.map { ($0.line, $0.stream, listing(of: $0)) }
            + multivariant.iFrameVariants.map { ($0.line, $0.stream, [[$0.uri]]) }
        return streams.sorted { $0.0 < $1.0 }.flatMap { line, stream, listing -> [Raised] in
            let peak = Self.raised(
                stream.bandwidth,
                from: Self.sum(listing, clear, \.peak),
                to: Self.sum(listing, output, \.peak)
            )
            let average = Self.raised(
                stream.averageBandwidth,
                from: Self.sum(listing, clear, \.average),
                to: Self.sum(listing, output, \.average)
            )
            return [
                peak.map { Raised(line: line, attribute: "BANDWIDTH", value: $0) },
                average.map { Raised(line: line, attribute: "AVERAGE-BANDWIDTH", value: $0) },
            ].compactMap(\.self)
        }
    }

    /// What a bitrate that was written has to be; nil where it stays.
    private static func raised(_ written: UInt64?, from clear: Double?, to output: Double?) -> UInt64? {
        guard let written, let clear, let output, clear <= Double(written), output > Double(written) else {
            return nil
        }
        return UInt64(output.rounded(.up))
    }

    /// The URIs that are played together: of each list one.
    private func listing(of variant: Variant) -> [[String]] {
        [[variant.uri]]
            + variant.groups.filter { $0.type != .video }.map { group in
                multivariant.renditions(in: group).compactMap(\.uri)
            }
    }

    /// The sum of the heaviest of each list; nil when one is not known.
    private static func sum(
        _ listing: [[String]],
        _ bitrates: [String: SegmentBitrates],
        _ bitrate: (SegmentBitrates) -> Double
    ) -> Double? {
        var sum = 0.0
        for uris in listing {
            let known = uris.compactMap { bitrates[$0].map(bitrate) }
            guard known.count == uris.count else { return nil }
            sum += known.max() ?? 0
        }
        return sum
    }

    /// The bitrates of each media playlist, by the URIs that name it.
    private func bitrates(_ size: (MediaUnit, Range<UInt64>) -> Int) -> [String: SegmentBitrates] {
        var bitrates: [TreePath: SegmentBitrates] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            let sizes = layout.segments[index].map { reference in
                reference.map { UInt64(size(layout.units[$0.unit], $0.range)) }
            }
            let target = Duration.seconds(Int64(clamping: rendition.playlist.targetDuration))
            bitrates[rendition.path] =
                SegmentBitrates(rendition.playlist.segments, sizes: sizes, target: target)
        }
        let uris =
            multivariant.variants.map(\.uri) + multivariant.renditions.compactMap(\.uri)
            + multivariant.iFrameVariants.map(\.uri)
        var found: [String: SegmentBitrates] = [:]
        for uri in uris {
            guard let path = try? URIResolution.resolve(uri, in: presentation.entry.folder) else { continue }
            found[uri] = bitrates[path]
        }
        return found
    }
}
