/// The presentation times of a stream in one segment, 33 bits at 90 kHz.
///
/// They are compared with the first one, so that they may pass 2^33; a segment is far shorter than the 13 hours from
/// which on that would fail.
struct PresentationTimes: Sendable {
    private var first: UInt64?
    private var earliest: Int64 = 0
    private var latest: Int64 = 0
    private var count: UInt64 = 0

    /// Takes the time of the next packet.
    mutating func take(_ time: UInt64) {
        count += 1
        guard let first else {
            self.first = time
            return
        }
        let wrap = Int64(MediaTiming.wrap)
        var distance = Int64(time) - Int64(first)
        if distance >= wrap / 2 { distance -= wrap }
        if distance < -wrap / 2 { distance += wrap }
        earliest = min(earliest, distance)
        latest = max(latest, distance)
    }

    /// When the samples are; nil without times.
    ///
    /// - Parameters:
    ///   - lengthOfFrames: how long the frames are, where they were counted; else each packet is one sample, and the last
    ///     one is as long as the others are on the average.
    ///   - frameCount: number of frames, where they were counted.
    /// - Returns: the times of the segment.
    func timing(lengthOfFrames: MediaTicks?, frameCount: UInt64?) -> MediaTiming? {
        guard let first else { return nil }
        let start = UInt64((Int64(first) + earliest) & Int64(MediaTiming.wrap - 1))
        return MediaTiming(
            start: MediaTicks(ticks: start, timescale: MediaTiming.transportTimescale),
            length: lengthOfFrames ?? lengthOfPackets,
            sampleCount: frameCount ?? count,
            wraps: true
        )
    }

    private var lengthOfPackets: MediaTicks? {
        let span = UInt64(latest - earliest)
        guard count > 1, span > 0 else { return nil }
        // The span holds one sample less than there are. Both factors are far below 2^32 in what can be read in a day.
        let (product, overflow) = span.multipliedReportingOverflow(by: count)
        guard !overflow else { return nil }
        return MediaTicks(
            ticks: (product + (count - 1) / 2) / (count - 1),
            timescale: MediaTiming.transportTimescale
        )
    }
}
