/// A segment of a media playlist with everything that applies to it (RFC 8216bis 4.4.4).
///
/// It is kept small, since playlists have hundreds of thousands: lines and indices are 32 bits wide inside, which
/// `PlaylistDocument.maximumSize` makes enough, and 0 stands for no line.
package struct MediaSegment: Sendable {
    /// Its media sequence number.
    package let mediaSequence: UInt64
    /// Its discontinuity sequence number.
    ///
    /// An `EXT-X-DISCONTINUITY` before the first segment counts, as clients count it.
    package let discontinuitySequence: UInt64
    /// How long it is, exact to 18 decimals.
    package let duration: Duration
    /// The sum of the durations of the segments before it; those that an `EXT-X-SKIP` stands for do not count.
    package let start: Duration
    /// The part of the resource; an omitted offset is resolved; nil for the whole resource.
    package let byteRange: ByteRange?
    /// Whether its `EXT-X-BYTERANGE` gives the offset.
    package let byteRangeHasOffset: Bool

    let compactURI: SegmentURI
    let compactKeys: SegmentKeys
    let remarks: SegmentRemarks?
    let compactIndex: UInt32
    let compactSection: UInt32
    let compactParts: Range<UInt32>
    let lines: SegmentLines
}

/// The lines of the tags and of the URI of a segment; 0 for a tag that is not there.
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
    /// Where it is, an opaque string with its variables replaced.
    package var uri: String { compactURI.text }
    /// The keys in force, as indices into `MediaPlaylist.keys`; empty when it is clear, never a `NONE`.
    package var keys: [Int] { compactKeys.indices }
    /// What `EXTINF` says of it to people; nil when there is nothing but blanks.
    package var title: String? { remarks?.title }
    /// The date of its first sample.
    ///
    /// It is its own or carried forward by the durations of the segments since the last one; nil before the first one
    /// and behind a discontinuity.
    package var date: DateTime? { remarks?.date }
    /// The bitrate of the `EXT-X-BITRATE` in force, in kbit/s; nil for a byte range, to which it does not apply.
    package var bitrate: UInt64? { remarks?.bitrate }
    /// Its place in the playlist, from 0.
    package var index: Int { Int(compactIndex) }
    /// The first line of the media segment tags since the segment before.
    package var firstLine: Int { Int(lines.first) }
    /// The line of its `EXTINF`.
    package var infLine: Int { Int(lines.segmentInformation) }
    /// The line of its URI.
    package var uriLine: Int { Int(lines.uri) }
    /// The line of its `EXT-X-BYTERANGE`.
    package var byteRangeLine: Int? { Self.line(lines.byteRange) }
    /// The line of its `EXT-X-GAP`.
    package var gapLine: Int? { Self.line(lines.gap) }
    /// Whether `EXT-X-GAP` says that it is missing.
    package var hasGap: Bool { lines.gap > 0 }
    /// The line of the first `EXT-X-DISCONTINUITY` between it and the segment before.
    package var discontinuityLine: Int? { Self.line(lines.discontinuity) }
    /// Whether an `EXT-X-DISCONTINUITY` is between it and the segment before.
    package var hasDiscontinuity: Bool { lines.discontinuity > 0 }
    /// The `EXT-X-MAP` in force, as an index into `MediaPlaylist.initializationSections`.
    package var initializationSection: Int? { compactSection > 0 ? Int(compactSection) - 1 : nil }
    /// Its partial segments, as indices into `MediaPlaylist.parts`.
    package var parts: Range<Int> { Int(compactParts.lowerBound)..<Int(compactParts.upperBound) }

    /// The date of its own `EXT-X-PROGRAM-DATE-TIME`.
    package var programDateTime: Located<DateTime>? {
        guard let line = Self.line(lines.programDateTime), let date else { return nil }
        return Located(line: line, date)
    }

    private static func line(_ number: UInt32) -> Int? { number > 0 ? Int(number) : nil }
}
