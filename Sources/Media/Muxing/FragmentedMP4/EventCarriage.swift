import ISOBaseMedia
import Mezzanines

/// Carries event messages in front of the first fragment of the segment in which they came, or in which their events begin where
/// that is earlier.
///
/// All become boxes of version 1, whose time is on the timeline of the presentation: where segments are cut elsewhere than in the
/// input, a time that counts from the media that follow would be another one.
struct EventCarriage: Sendable {
    /// Of each segment the messages, in the order of the input, with times of the presentation.
    let messages: [[EventMessage]]

    /// - Parameter segments: the cut track.
    init(_ segments: TrackSegments) {
        let origin = MediaTime(ticks: segments.timed.origin, timescale: segments.track.timescale)
        let cuts = segments.segments
        var messages = cuts.map { _ in [EventMessage]() }
        for message in segments.track.eventMessages where !cuts.isEmpty && !message.isOver(by: origin) {
            let came = min(
                cuts.indices.firstIndex { cuts[$0].samples.upperBound > message.sample },
                cuts.count - 1
            )
            // Not behind the segment in which its event begins: in front of fragments of other tracks, and in movies without
            // fragments, a message stands anywhere.
            let time = message.time.advanced(by: origin.negated)
            let begins = cuts.indices.firstIndex {
                time < MediaTime(ticks: cuts[$0].start, timescale: origin.timescale)
            }
            messages[min(came, max(0, begins - 1))]
                .append(EventMessage(box: message.box, time: time, sample: message.sample))
        }
        self.messages = messages
    }

    /// Bytes of the messages of a segment.
    func size(of segment: Int) -> UInt64 {
        messages[segment].reduce(0) { $0 + UInt64($1.box.madeSize) }
    }

    /// What the box of one of the messages has in front of its texts.
    static func head(of message: EventMessage) -> [UInt8] {
        let (box, time) = (message.box, message.time)
        // Where the presentation starts between two ticks of the event's clock, a clock that counts both is taken.
        let clock = [box.timescale, time.timescale].first { clock in
            MediaTime(ticks: time.ticks(of: clock), timescale: clock) == time
                && (box.duration.map { Self.duration($0, of: box.timescale, in: clock) != nil } ?? true)
        }
        let timescale = clock ?? box.timescale
        let ticks = time.ticks(of: timescale)
        let duration = box.duration.map { own in
            // What of the event is before the start is over then.
            let length = Self.duration(own, of: box.timescale, in: timescale) ?? own
            return UInt32(clamping: Int64(length) &+ min(0, ticks))
        }
        return box.head(timescale: timescale, time: UInt64(max(0, ticks)), duration: duration)
    }

    /// A duration in ticks of another clock; nil where there is no room for it.
    private static func duration(_ duration: UInt32, of timescale: UInt32, in clock: UInt32) -> UInt32? {
        let length = MediaTime(ticks: Int64(duration), timescale: timescale).ticks(of: clock)
        return length < UInt32.max ? UInt32(length) : nil
    }
}

extension EventMessage {
    /// Whether its event began and ended before a time; one without a known end goes on.
    fileprivate func isOver(by start: MediaTime) -> Bool {
        guard time < start, let duration = box.duration else { return false }
        return time.advanced(by: MediaTime(ticks: Int64(duration), timescale: box.timescale)) <= start
    }
}
