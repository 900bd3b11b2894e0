/// A segment of a media playlist with everything that applies to it (RFC 8216bis 4.4.4).
///
/// It is kept small, since playlists have hundreds of thousands: lines and indices are stored in 32 bits,
/// which suffice because of `PlaylistDocument.maximumSize`, and line 0 means that there is none.
package struct MediaSegment: Sendable {
    /// The media sequence number.
    package let mediaSequence: UInt64
    /// The discontinuity sequence number.
    ///
    /// An `EXT-X-DISCONTINUITY` before the first segment counts, as it does for clients.
    package let discontinuitySequence: UInt64
    /// The duration, exact to 18 decimals of a second.
    package let duration: Duration
    /// The sum of the durations of the previous segments, without those that an `EXT-X-SKIP` replaces.
    package let start: Duration
    /// The byte range of the resource with its offset resolved, or nil for the whole resource.
    package let byteRange: ByteRange?
    /// Indicates whether the `EXT-X-BYTERANGE` has an offset.
    package let byteRangeHasOffset: Bool

    let compactURI: SegmentURI
    let compactKeys: SegmentKeys
    let details: SegmentDetails?
    let compactIndex: UInt32
    let compactInitializationSection: UInt32
    let compactParts: Range<UInt32>
    let lines: SegmentLines
}

/// The lines of the tags and of the URI of a segment; 0 for an absent tag.
struct SegmentLines {
    var first: UInt32 = 0
    var segmentInformation: UInt32 = 0
    var uri: UInt32 = 0
    var byteRange: UInt32 = 0
    var gap: UInt32 = 0
    var discontinuity: UInt32 = 0
    var programDateTime: UInt32 = 0
}

extension MediaSegment {
    /// The URI, an opaque string with its variables replaced.
    package var uri: String { compactURI.text }
    /// The keys in force, as indices into `MediaPlaylist.keys`; empty if the segment is clear, and never
    /// `NONE`.
    package var keys: [Int] { compactKeys.indices }
    /// The title in the `EXTINF`, or nil if it is blank.
    package var title: String? { details?.title }
    /// The date of the first sample.
    ///
    /// It is the segment's own, or an earlier one advanced by the durations since; nil before the first date
    /// and after a discontinuity.
    package var date: DateTime? { details?.date }
    /// The `EXT-X-BITRATE` in force, in kbit/s; nil if there is none, and for byte ranges, to which it does
    /// not apply.
    package var bitrate: UInt64? { details?.bitrate }
    /// The index in the playlist, from 0.
    package var index: Int { Int(compactIndex) }
    /// The first line of the media segment tags since the previous segment.
    package var firstLine: Int { Int(lines.first) }
    /// The line of the `EXTINF`.
    package var extinfLine: Int { Int(lines.segmentInformation) }
    /// The line of the URI.
    package var uriLine: Int { Int(lines.uri) }
    /// The line of the `EXT-X-BYTERANGE`, or nil if there is none.
    package var byteRangeLine: Int? { Self.line(lines.byteRange) }
    /// The line of the `EXT-X-GAP`, or nil if there is none.
    package var gapLine: Int? { Self.line(lines.gap) }
    /// Indicates whether `EXT-X-GAP` marks the segment as missing.
    package var hasGap: Bool { lines.gap > 0 }
    /// The line of the first `EXT-X-DISCONTINUITY` since the previous segment, or nil if there is none.
    package var discontinuityLine: Int? { Self.line(lines.discontinuity) }
    /// Indicates whether there is an `EXT-X-DISCONTINUITY` between the previous segment and this one.
    package var hasDiscontinuity: Bool { lines.discontinuity > 0 }
    /// The `EXT-X-MAP` in force, as an index into `MediaPlaylist.initializationSections`, or nil if there is
    /// none.
    package var initializationSection: Int? {
        compactInitializationSection > 0 ? Int(compactInitializationSection) - 1 : nil
    }
    /// The partial segments, as indices into `MediaPlaylist.parts`.
    package var parts: Range<Int> { Int(compactParts.lowerBound)..<Int(compactParts.upperBound) }

    /// The date in the segment's own `EXT-X-PROGRAM-DATE-TIME`, or nil if there is none.
    package var programDateTime: Located<DateTime>? {
        guard let line = Self.line(lines.programDateTime), let date else { return nil }
        return Located(line: line, date)
    }

    private static func line(_ number: UInt32) -> Int? { number > 0 ? Int(number) : nil }
}
