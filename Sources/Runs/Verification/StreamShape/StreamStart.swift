/// Where a segment starts on the timeline of its playlist.
///
/// It lets a verifier notice two swapped segments even where each of them is intact: transport streams by the first
/// PTS of each PID, fragmented MP4 by the first `tfdt` of each track, packed audio by its ID3 timestamp, WebVTT by its
/// first cue through X-TIMESTAMP-MAP.
package struct StreamStart: Hashable, Sendable {
    private static let wrap: UInt64 = 1 << 33

    /// Times in ticks by track: PID, track_ID, or 0 where there is only one.
    private(set) var times: [UInt32: UInt64]
    /// Whether times are 33-bit counters that wrap around.
    private let wraps: Bool

    /// Times of 33 bits at 90 kHz.
    static func transport(_ times: [UInt32: UInt64]) -> StreamStart {
        StreamStart(times: times.mapValues { $0 % wrap }, wraps: true)
    }

    /// Decode times of ISO base media, each in the ticks of its track.
    static func fragment(_ times: [UInt32: UInt64]) -> StreamStart {
        StreamStart(times: times, wraps: false)
    }

    /// Whether a segment that starts here can follow one that starts at `earlier`, in one playlist and without a
    /// discontinuity between them.
    ///
    /// Equal times pass, as do starts that have no track in common: nothing can be said about them.
    package func canFollow(_ earlier: StreamStart) -> Bool {
        guard wraps == earlier.wraps else { return true }
        return times.allSatisfy { track, time in
            guard let before = earlier.times[track] else { return true }
            return wraps ? (time &- before) % Self.wrap < Self.wrap / 2 : time >= before
        }
    }
}
