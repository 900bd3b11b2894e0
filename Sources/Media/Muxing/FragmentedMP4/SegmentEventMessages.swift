import ISOBaseMedia
import Mezzanines

/// The event messages of a track, each assigned to the segment in which it came or, if that is earlier, the
/// segment in which its event begins.
///
/// They are written before the first fragment of the segment, as version 1 boxes, which give a time on the
/// timeline of the presentation: a time relative to the following media (version 0) would change if segments
/// are cut elsewhere than in the input.
struct SegmentEventMessages: Sendable {
    /// The messages of each segment, in the order of the input, with times of the presentation.
    let messages: [[EventMessage]]

    /// Assigns the messages of a cut track to its segments.
    init(_ segments: TrackSegments) {
        let origin = MediaTime(ticks: segments.timedTrack.origin, timescale: segments.track.timescale)
        let cutSegments = segments.segments
        var messages = cutSegments.map { _ in [EventMessage]() }
        for message in segments.track.eventMessages
        where !cutSegments.isEmpty && !message.isOver(by: origin) {
            let arrivalSegment = min(
                cutSegments.indices.firstIndex {
                    cutSegments[$0].samples.upperBound > message.sampleNumber
                },
                cutSegments.count - 1
            )
            // No later than the segment in which the event begins: in an input without fragments, or before
            // fragments of other tracks, the position of a message says nothing.
            let time = message.time.advanced(by: origin.negated)
            let segmentAfterStart = cutSegments.indices.firstIndex {
                time < MediaTime(ticks: cutSegments[$0].start, timescale: origin.timescale)
            }
            messages[min(arrivalSegment, max(0, segmentAfterStart - 1))]
                .append(EventMessage(box: message.box, time: time, sampleNumber: message.sampleNumber))
        }
        self.messages = messages
    }

    /// Returns the size of the messages of a segment, in bytes.
    func size(of segment: Int) -> UInt64 {
        messages[segment].reduce(0) { $0 + UInt64($1.box.version1Size) }
    }

    /// Returns the bytes of a message box before its strings, which are read from the input.
    static func head(of message: EventMessage) -> [UInt8] {
        let (box, time) = (message.box, message.time)
        // Use the timescale of the event, unless the presentation starts between two of its ticks.
        let exactTimescale = [box.timescale, time.timescale].first { candidate in
            MediaTime(ticks: time.ticks(of: candidate), timescale: candidate) == time
                && (box.duration.map { Self.duration($0, of: box.timescale, in: candidate) != nil } ?? true)
        }
        let timescale = exactTimescale ?? box.timescale
        let ticks = time.ticks(of: timescale)
        let duration = box.duration.map { eventDuration in
            // Subtract the part of the event before the start of the presentation.
            let length = Self.duration(eventDuration, of: box.timescale, in: timescale) ?? eventDuration
            return UInt32(clamping: Int64(length) &+ min(0, ticks))
        }
        return box.version1Head(timescale: timescale, time: UInt64(max(0, ticks)), duration: duration)
    }

    /// Converts a duration to ticks of another timescale, or returns nil if it does not fit into 32 bits.
    private static func duration(_ duration: UInt32, of timescale: UInt32, in newTimescale: UInt32) -> UInt32?
    {
        let length = MediaTime(ticks: Int64(duration), timescale: timescale).ticks(of: newTimescale)
        return length < UInt32.max ? UInt32(length) : nil
    }
}

extension EventMessage {
    /// Indicates whether the event began and ended before a time; an event of unknown duration does not end.
    fileprivate func isOver(by start: MediaTime) -> Bool {
        guard time < start, let duration = box.duration else { return false }
        return time.advanced(by: MediaTime(ticks: Int64(duration), timescale: box.timescale)) <= start
    }
}
