/// The start of a segment on the timeline of its playlist.
///
/// It reveals two swapped segments even if each of them is intact. It is the first PTS of each PID in
/// transport streams, the first `tfdt` of each track in fragmented MP4, the ID3 timestamp of packed audio,
/// and the first cue of WebVTT, mapped by X-TIMESTAMP-MAP.
package struct SegmentStartTime: Hashable, Sendable {
    private static let wrap: UInt64 = 1 << 33

    /// The times in ticks, by PID, by track_ID, or by 0 if there is only one track.
    private(set) var times: [UInt32: UInt64]
    /// Indicates whether times are 33-bit counters that wrap around.
    private let wraps: Bool

    /// Creates a start from times of 33 bits at 90 kHz.
    static func transport(_ times: [UInt32: UInt64]) -> SegmentStartTime {
        SegmentStartTime(times: times.mapValues { $0 % wrap }, wraps: true)
    }

    /// Creates a start from ISO base media decode times, in ticks of each track.
    static func fragment(_ times: [UInt32: UInt64]) -> SegmentStartTime {
        SegmentStartTime(times: times, wraps: false)
    }

    /// Indicates whether a segment with this start can follow one that starts at `earlier`.
    ///
    /// Both are in one playlist, without a discontinuity between them. Equal times are accepted, and so are
    /// starts that have no track in common: nothing is known of their order.
    package func canFollow(_ earlier: SegmentStartTime) -> Bool {
        guard wraps == earlier.wraps else { return true }
        return times.allSatisfy { track, time in
            guard let before = earlier.times[track] else { return true }
            return wraps ? (time &- before) % Self.wrap < Self.wrap / 2 : time >= before
        }
    }
}
