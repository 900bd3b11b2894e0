import Bitstreams
import ISOBaseMedia

/// Collects the event messages of a movie and determines when their events begin.
struct EventMessageCollector {
    /// The media that follow event messages in the file.
    struct FollowingMedia {
        /// The number of samples of each track before the messages.
        let sampleCounts: [Int]
        /// The track whose media the times of the messages count from, as an index into the collectors, and
        /// the earliest composition time of these media in its ticks.
        ///
        /// Nil if no media of the tracks that are read follow.
        let earliest: (track: Int, time: Int64)?
        /// The latest end of these media, in ticks of that track.
        let end: Int64

        /// - Parameters:
        ///   - sampleCounts: the number of samples of each track before the messages.
        ///   - fragment: the fragment after the messages, or nil at the end of the file.
        ///   - collectors: the collectors of all tracks that are read.
        /// - Throws: `ParseError` if samples of the fragment are malformed.
        init(
            after sampleCounts: [Int],
            _ fragment: MovieReader.Fragment?,
            _ collectors: [MovieSampleCollector]
        ) throws(ParseError) {
            self.sampleCounts = sampleCounts
            var found: (track: Int, time: Int64)?
            var end = Int64.min
            for (trackID, iterator) in fragment?.tracks ?? [] {
                guard let index = collectors.firstIndex(where: { $0.trackID == trackID }) else { continue }
                // Events count from video if the fragment has any.
                if let found, found.track != index,
                    collectors[index].isAudio || !collectors[found.track].isAudio
                {
                    continue
                }
                var iterator = iterator
                var earliest = found?.track == index ? found?.time : nil
                var trackEnd = found?.track == index ? end : .min
                while let sample = try iterator.next() {
                    let offset = collectors[index].isAudio ? 0 : sample.compositionOffset
                    let time = Int64(clamping: Int128(sample.decodeTime) + Int128(offset))
                    earliest = min(earliest ?? time, time)
                    trackEnd = max(trackEnd, Int64(clamping: Int128(time) + Int128(sample.duration)))
                }
                if let earliest {
                    found = (index, earliest)
                    end = trackEnd
                }
            }
            earliest = found
            self.end = end
        }
    }

    /// Messages that are followed by the same media.
    private struct Group {
        var boxes: [EventMessageBox] = []
        let following: FollowingMedia
    }

    /// The exclusive limit of a presentation time in seconds: in ticks of a 32-bit timescale it fits in 63
    /// bits.
    private static let secondsLimit: UInt64 = 1 << 31

    /// The maximum number of sample numbers to hold: one per track for each group of messages.
    private static let sampleNumberLimit = 1 << 22

    private var groups: [Group] = []
    private var leftOutCount = 0
    private var firstReason: String?

    /// Reads messages, and leaves malformed ones out.
    ///
    /// - Parameters:
    ///   - messageBoxes: the boxes of the messages.
    ///   - following: the media after the messages.
    ///   - read: returns a number of bytes at an offset within the file.
    /// - Throws: any error of `read`.
    mutating func add(
        _ messageBoxes: [TopLevelBox],
        _ following: FollowingMedia,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws {
        guard !messageBoxes.isEmpty else { return }
        guard groups.count * following.sampleCounts.count < Self.sampleNumberLimit else {
            skip(messageBoxes.count)
            return
        }
        var group = Group(following: following)
        for messageBox in messageBoxes {
            let body = messageBox.body
            let head = try read(body.lowerBound, min(body.count, EventMessageBox.headLimit))
            do throws(ParseError) {
                let box = try EventMessageBox(head[...], body)
                if case .delta = box.start, following.earliest == nil {
                    skip(messageBox, "its time is relative to media after it, and none follow")
                } else if case .time(let time) = box.start, time / UInt64(box.timescale) >= Self.secondsLimit
                {
                    skip(messageBox, "its time is \(time / UInt64(box.timescale)) s, expected less than 2^31")
                } else {
                    group.boxes.append(box)
                }
            } catch {
                skip(messageBox, "\(error)")
            }
        }
        groups.append(group)
    }

    /// Counts messages that are left out because there are too many.
    mutating func skip(_ count: Int) {
        guard count > 0 else { return }
        leftOutCount += count
        firstReason = firstReason ?? "because there are too many"
    }

    private mutating func skip(_ messageBox: TopLevelBox, _ reason: String) {
        leftOutCount += 1
        firstReason = firstReason ?? "at byte \(messageBox.range.lowerBound): \(reason)"
    }

    /// A warning about messages that are left out, or nil if there are none.
    var warning: String? {
        firstReason.map { "\(leftOutCount) event messages ('emsg') are left out, the first \($0)" }
    }

    /// Assigns the messages to the video tracks, or to the audio tracks if there is no video.
    ///
    /// - Parameters:
    ///   - tracks: the tracks that are packaged.
    ///   - trackIDs: the track_ID values of all tracks that were read.
    ///   - clocks: the clocks of these tracks, nil for a track that was left out.
    func assign(on tracks: inout [SourceTrack], _ trackIDs: [UInt32], _ clocks: [TrackClock?]) {
        guard groups.contains(where: { !$0.boxes.isEmpty }) else { return }
        let hasVideo = tracks.contains { $0.content == .video }
        for index in tracks.indices where tracks[index].content == (hasVideo ? .video : .audio) {
            guard let track = trackIDs.firstIndex(of: tracks[index].identifier) else { continue }
            tracks[index].eventMessages = messages(of: track, clocks)
        }
    }

    /// Returns the messages for a track, in the order of the file.
    private func messages(of track: Int, _ clocks: [TrackClock?]) -> [EventMessage] {
        groups.flatMap { group in
            group.boxes.map { box in
                let time =
                    switch box.start {
                    case .time(let ticks): MediaTime(ticks: Int64(ticks), timescale: box.timescale)
                    case .delta(let ticks):
                        Self.start(group.following, clocks)
                            .advanced(by: MediaTime(ticks: Int64(ticks), timescale: box.timescale))
                    }
                return EventMessage(box: box, time: time, sampleNumber: group.following.sampleCounts[track])
            }
        }
    }

    /// Returns the earliest presentation time of the media after messages.
    private static func start(_ following: FollowingMedia, _ clocks: [TrackClock?]) -> MediaTime {
        guard let earliest = following.earliest, let clock = clocks[earliest.track] else {
            // This is unreachable: a track with samples is packaged, and without samples no message counts
            // from media.
            return MediaTime(ticks: 0, timescale: 1)
        }
        let scale = clock.start.timescale
        let time = MediaTime(
            ticks: Int64(clamping: Int128(earliest.time) + Int128(clock.shift)),
            timescale: scale
        )
        let end = MediaTime(
            ticks: Int64(clamping: Int128(following.end) + Int128(clock.shift)),
            timescale: scale
        )
        // Media that an edit list hides in part begin at the first presented time; media it hides completely
        // keep their time.
        return end > clock.start ? max(time, clock.start) : time
    }

    /// The relation of the times of a track to the timeline of the movie.
    struct TrackClock {
        /// The time to add to composition times, in ticks of the track.
        let shift: Int64
        /// The first presentation time of the track on the timeline of the movie, in ticks of the track.
        let start: MediaTime
    }
}
