import FoundationEssentials
import HLSPlaylists
package import Inspection
import KeyStore
import MediaProbing
import Presentations

/// The result of `fairlead verify`.
package struct VerificationReport: Sendable, Codable {
    /// The result for one rendition.
    package struct RenditionLine: Sendable, Codable {
        /// The name of the rendition: the path of its playlist without the extension.
        package let name: String
        /// The path of the playlist, relative to the root of the tree.
        let playlist: String
        /// The number of segments without gaps, or of I-frames for an I-frame playlist.
        package let segments: Int
        /// The number of segments with a key in force.
        package let encrypted: Int
        /// The number of bytes that were checked: clear bytes, or for SAMPLE-AES bytes of the files.
        package let bytes: UInt64
        /// The ids of the keys in force, as lowercase UUIDs in the order of first use.
        let keys: [String]
        /// The formats of the media resources, in words, sorted.
        package let kinds: [String]
        /// Indicates whether no error was found in the rendition.
        package internal(set) var holds: Bool
    }

    /// A rendition whose number of segments differs from that in the source.
    package struct SourceCount: Sendable {
        /// The path of the playlist, relative to the root of the tree.
        package let playlist: String
        /// The number of segments, or nil if the presentation has no such rendition.
        package let segments: Int?
        /// The number of segments in the source.
        package let expected: Int
    }

    /// The path of the playlist that was verified.
    package let playlist: String
    /// The path of the clear presentation that it was compared with, or nil if there was none.
    package let source: String?
    /// Indicates whether no error was found.
    package let holds: Bool
    /// The renditions, in the order in which playlists first name them.
    package let renditions: [RenditionLine]
    /// The errors and warnings.
    package let findings: [Finding]
    /// The renditions that have another number of segments than in the source, except I-frame playlists.
    ///
    /// The encoded report leaves them out, because findings about playlists say the same.
    package private(set) var otherCounts: [SourceCount] = []

    private enum CodingKeys: String, CodingKey {
        case playlist, source, holds, renditions, findings
    }
}

extension VerificationReport {
    /// Creates the report of a presentation from all findings.
    init(_ verified: VerifiedPresentation, _ findings: [Finding]) {
        let faultyPlaylists = Set(findings.filter(\.isError).map(\.playlist))
        self.init(
            playlist: verified.presentation.entry.path(under: verified.presentation.root),
            source: verified.request.source,
            holds: faultyPlaylists.isEmpty,
            renditions: verified.renditions.map { rendition in
                RenditionLine(
                    rendition,
                    holds: !faultyPlaylists.contains(rendition.rendition.path.description)
                )
            },
            findings: findings,
            otherCounts: verified.source.map { Self.otherCounts(verified.presentation, $0) } ?? []
        )
    }

    private static func otherCounts(
        _ presentation: Presentation,
        _ source: Presentation
    ) -> [SourceCount] {
        source.renditions.filter { !$0.playlist.isIFramesOnly }.compactMap { rendition in
            let ownRendition = presentation.renditions.first { $0.path == rendition.path }
            let (count, expected) = (ownRendition?.playlist.segments.count, rendition.playlist.segments.count)
            guard count != expected else { return nil }
            return SourceCount(playlist: rendition.path.description, segments: count, expected: expected)
        }
    }
}

extension VerificationReport.RenditionLine {
    fileprivate init(_ verified: VerifiedRendition, holds: Bool) {
        name = verified.rendition.name
        playlist = verified.rendition.path.description
        segments = verified.rendition.playlist.segments.count { !$0.hasGap }
        encrypted = verified.listed.encryptedSegmentCount
        bytes = verified.checked.byteCount
        keys = verified.listed.records.map { $0.keyID.uuidString.lowercased() }
        kinds = verified.checked.kinds.map(\.description).sorted()
        self.holds = holds
    }
}
