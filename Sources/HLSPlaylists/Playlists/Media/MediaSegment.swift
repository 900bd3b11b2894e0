/// A segment of a media playlist with everything that applies to it (RFC 8216bis 4.4.4).
package struct MediaSegment: Sendable {
    /// Its place in the playlist, from 0.
    package let index: Int
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
    /// The first line of the media segment tags since the segment before.
    package let firstLine: Int
    /// The line of its `EXTINF`.
    package let infLine: Int
    /// The line of its URI.
    package let uriLine: Int
    /// Where it is, an opaque string with its variables replaced.
    package let uri: String
    /// What `EXTINF` says of it to people; nil when there is nothing but blanks.
    package let title: String?
    /// The part of the resource; an omitted offset is resolved; nil for the whole resource.
    package let byteRange: ByteRange?
    /// The line of its `EXT-X-BYTERANGE`.
    package let byteRangeLine: Int?
    /// Whether that line gives the offset.
    package let byteRangeHasOffset: Bool
    /// The `EXT-X-MAP` in force, as an index into `MediaPlaylist.initializationSections`.
    package let initializationSection: Int?
    /// The keys in force, as indices into `MediaPlaylist.keys`; empty when it is clear, never a `NONE`.
    package let keys: [Int]
    /// Whether `EXT-X-GAP` says that it is missing.
    package let hasGap: Bool
    /// The line of its `EXT-X-GAP`.
    package let gapLine: Int?
    /// Whether an `EXT-X-DISCONTINUITY` is between it and the segment before.
    package let hasDiscontinuity: Bool
    /// The line of the first such tag.
    package let discontinuityLine: Int?
    /// The date of its own `EXT-X-PROGRAM-DATE-TIME`.
    package let programDateTime: Located<DateTime>?
    /// The date of its first sample.
    ///
    /// It is its own or carried forward by the durations of the segments since the last one; nil before the first one and behind a discontinuity.
    package let date: DateTime?
    /// The bitrate of the `EXT-X-BITRATE` in force, in kbit/s; nil for a byte range, to which it does not apply.
    package let bitrate: UInt64?
    /// Its partial segments, as indices into `MediaPlaylist.parts`.
    package let parts: Range<Int>
}
