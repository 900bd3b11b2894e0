package import HLSPlaylists

/// The bitrates of the variants of a multivariant playlist (RFC 8216bis 4.4.6.2): of each group that is played the heaviest
/// rendition.
package struct StreamBitrates {
    /// A variant, or a variant of I-frames.
    package struct Stream {
        /// The line of its tag.
        package let line: Int
        /// What is written of it.
        package let information: StreamInformation
        /// In bits a second; nil when one of its playlists is not known.
        package let peak: Double?
        /// In bits a second; nil when one of its playlists is not known.
        package let average: Double?

        /// The average as it is written.
        package var averageBits: UInt64? { average.map(StreamBitrates.bits) }
    }

    /// In the order of the lines.
    package let streams: [Stream]

    /// - Parameters:
    ///   - multivariant: the playlist.
    ///   - folder: where it is.
    ///   - bitrates: those of the media playlists that are known.
    package init(
        _ multivariant: MultivariantPlaylist,
        in folder: ArraySlice<String>,
        _ bitrates: [TreePath: SegmentBitrates]
    ) {
        let stream = { (line: Int, information: StreamInformation, listing: [[String]]) in
            let known = listing.map { uris in
                uris.map { uri in (try? URIResolution.resolve(uri, in: folder)).flatMap { bitrates[$0] } }
            }
            return Stream(
                line: line,
                information: information,
                peak: Self.sum(known, \.peak),
                average: Self.sum(known, \.average)
            )
        }
        let streams =
            multivariant.variants.map { stream($0.line, $0.stream, Self.listing(of: $0, in: multivariant)) }
            + multivariant.iFrameVariants.map { stream($0.line, $0.stream, [[$0.uri]]) }
        self.streams = streams.sorted { $0.line < $1.line }
    }

    /// A bitrate as it is written.
    package static func bits(_ bitrate: Double) -> UInt64 { UInt64(bitrate.rounded(.up)) }

    /// The URIs that are played together: of each list one.
    private static func listing(of variant: Variant, in multivariant: MultivariantPlaylist) -> [[String]] {
        [[variant.uri]]
            + variant.groups.filter { $0.type != .video }.map { group in
                multivariant.renditions(in: group).compactMap(\.uri)
            }
    }

    /// The sum of the heaviest of each list; nil when one is not known.
    private static func sum(_ listing: [[SegmentBitrates?]], _ bitrate: (SegmentBitrates) -> Double)
        -> Double?
    {
        var sum = 0.0
        for playlists in listing {
            guard !playlists.contains(where: { $0 == nil }) else { return nil }
            sum += playlists.compactMap { $0.map(bitrate) }.max() ?? 0
        }
        return sum
    }
}
