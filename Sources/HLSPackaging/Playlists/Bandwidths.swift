import HLSPlaylists

/// Finds the variants whose `BANDWIDTH` was enough for the clear media and is too small for the protected ones.
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

    /// The lines of variants with their new values in bits a second, in the order of the lines.
    var raised: [(line: Int, bandwidth: UInt64)] {
        guard layout.units.contains(where: { $0.transformation != nil }) else { return [] }
        let clear = peaks { _, range in range.count }
        let output = peaks { unit, range in unit.outputRange(ofIFrame: range).count }
        let streams =
            multivariant.variants.map { ($0.line, $0.stream.bandwidth, listing(of: $0)) }
            + multivariant.iFrameVariants.map { ($0.line, $0.stream.bandwidth, [[$0.uri]]) }
        return streams.compactMap { line, written, listing in
            guard let before = Self.peak(listing, clear), let after = Self.peak(listing, output),
                before <= Double(written), after > Double(written)
            else { return nil }
            return (line, UInt64(after.rounded(.up)))
        }.sorted { $0.line < $1.line }
    }

    /// The URIs that are played together: of each list one.
    private func listing(of variant: Variant) -> [[String]] {
        [[variant.uri]]
            + variant.groups.filter { $0.type != .video }.map { group in
                multivariant.renditions(in: group).compactMap(\.uri)
            }
    }

    /// The sum of the heaviest of each list; nil when one is not known.
    private static func peak(_ listing: [[String]], _ peaks: [String: Double]) -> Double? {
        var sum = 0.0
        for uris in listing {
            let known = uris.compactMap { peaks[$0] }
            guard known.count == uris.count else { return nil }
            sum += known.max() ?? 0
        }
        return sum
    }

    /// The peak bitrate of each media playlist, by the URIs that name it.
    private func peaks(_ size: (MediaUnit, Range<UInt64>) -> Int) -> [String: Double] {
        var peaks: [TreePath: Double] = [:]
        for (index, rendition) in presentation.renditions.enumerated() {
            let sizes = layout.segments[index].map { reference in
                reference.map { UInt64(size(layout.units[$0.unit], $0.range)) }
            }
            let target = Duration.seconds(Int64(clamping: rendition.playlist.targetDuration))
            peaks[rendition.path] =
                SegmentBitrates(rendition.playlist.segments, sizes: sizes, target: target)?.peak
        }
        let uris =
            multivariant.variants.map(\.uri) + multivariant.renditions.compactMap(\.uri)
            + multivariant.iFrameVariants.map(\.uri)
        var found: [String: Double] = [:]
        for uri in uris {
            guard let path = try? URIResolution.resolve(uri, in: presentation.entry.folder) else { continue }
            found[uri] = peaks[path]
        }
        return found
    }
}
