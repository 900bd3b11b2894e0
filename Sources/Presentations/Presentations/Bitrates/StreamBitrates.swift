package import HLSPlaylists

/// The bitrates of the variants of a multivariant playlist (RFC 8216bis 4.4.6.2).
///
/// The heaviest rendition of each group that is played counts.
package struct StreamBitrates {
    /// A variant (`EXT-X-STREAM-INF`) or an I-frame variant (`EXT-X-I-FRAME-STREAM-INF`).
    package struct Stream {
        /// The line of the variant's tag, from 1.
        package let line: Int
        /// The attributes of the variant's tag, as written in the playlist.
        let information: StreamInformation
        /// The peak bitrate in bits per second, or nil if the bitrate of one of its playlists is unknown.
        package let peak: Double?
        /// The average bitrate in bits per second, or nil if the bitrate of one of its playlists is unknown.
        let average: Double?

        /// The average bitrate rounded up to whole bits per second, as written in a playlist.
        package var roundedAverage: UInt64? { average.map(StreamBitrates.roundedUp) }
    }

    /// The variants in the order of their lines.
    package let streams: [Stream]

    /// Computes the bitrates of all variants.
    ///
    /// - Parameters:
    ///   - multivariant: the multivariant playlist.
    ///   - folder: the folder of that playlist in the tree.
    ///   - bitrates: the known bitrates, by the paths of the media playlists.
    package init(
        _ multivariant: MultivariantPlaylist,
        in folder: ArraySlice<String>,
        _ bitrates: [TreePath: SegmentBitrates]
    ) {
        let makeStream = { (line: Int, information: StreamInformation, alternatives: [[String]]) in
            let knownBitrates = alternatives.map { uris in
                uris.map { uri in (try? URIResolution.resolve(uri, in: folder)).flatMap { bitrates[$0] } }
            }
            return Stream(
                line: line,
                information: information,
                peak: Self.sum(knownBitrates, \.peak),
                average: Self.sum(knownBitrates, \.average)
            )
        }
        let streams =
            multivariant.variants.map {
                makeStream($0.line, $0.stream, Self.alternativeURIs(of: $0, in: multivariant))
            }
            + multivariant.iFrameVariants.map { makeStream($0.line, $0.stream, [[$0.uri]]) }
        self.streams = streams.sorted { $0.line < $1.line }
    }

    /// Rounds a bitrate up to whole bits per second, as written in a playlist.
    package static func roundedUp(_ bitrate: Double) -> UInt64 { UInt64(bitrate.rounded(.up)) }

    /// Returns the playlist URIs of a variant as lists, from each of which a player plays one at a time.
    private static func alternativeURIs(of variant: Variant, in multivariant: MultivariantPlaylist)
        -> [[String]]
    {
        [[variant.uri]]
            + variant.groups.filter { $0.type != .video }.map { group in
                multivariant.renditions(in: group).compactMap(\.uri)
            }
    }

    /// Returns the sum of the heaviest playlist of each list, or nil if one bitrate is unknown.
    private static func sum(_ alternatives: [[SegmentBitrates?]], _ bitrate: (SegmentBitrates) -> Double)
        -> Double?
    {
        var sum = 0.0
        for bitratesOfList in alternatives {
            guard !bitratesOfList.contains(where: { $0 == nil }) else { return nil }
            sum += bitratesOfList.compactMap { $0.map(bitrate) }.max() ?? 0
        }
        return sum
    }
}
