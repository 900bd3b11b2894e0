import Bitstreams
import ISOBaseMedia

/// Gathers the event messages of a movie and tells when their events begin.
struct EventMessageCollector {
    /// Media in front of which messages stand.
    struct Following {
        /// Of each track how many samples come before.
        let samples: [Int]
        /// The track, by its index, whose media the messages count from, and their earliest composition time in its ticks; nil
        /// where there are none of the tracks that are read.
        let earliest: (track: Int, time: Int64)?
        /// Where the last of these media ends, in ticks of that track.
        let end: Int64

        /// - Parameters:
        ///   - samples: of each track how many come before.
        ///   - fragment: what comes next; nil at the end.
        ///   - collectors: those of all tracks.
        /// - Throws: `ParseError` where samples of the fragment are wrong.
        init(
            behind samples: [Int],
            _ fragment: MovieReader.Fragment?,
            _ collectors: [SampleCollector]
        ) throws(ParseError) {
            self.samples = samples
            var found: (track: Int, time: Int64)?
            var end = Int64.min
            for (trackID, iterator) in fragment?.tracks ?? [] {
                guard let index = collectors.firstIndex(where: { $0.trackID == trackID }) else { continue }
                // Events are of what is seen, where something is.
                if let found, found.track != index,
                    collectors[index].isAudio || !collectors[found.track].isAudio
                {
                    continue
                }
                var iterator = iterator
                var earliest = found?.track == index ? found?.time : nil
                var ownEnd = found?.track == index ? end : .min
                while let sample = try iterator.next() {
                    let offset = collectors[index].isAudio ? 0 : sample.compositionOffset
                    let time = Int64(clamping: Int128(sample.decodeTime) + Int128(offset))
                    earliest = min(earliest ?? time, time)
                    ownEnd = max(ownEnd, Int64(clamping: Int128(time) + Int128(sample.duration)))
                }
                if let earliest {
                    found = (index, earliest)
                    end = ownEnd
                }
            }
            earliest = found
            self.end = end
        }
    }

    /// Messages that stand in front of the same media.
    private struct Group {
        var boxes: [EventMessageBox] = []
        let following: Following
    }

    /// Seconds that a clock of 32 bits counts within 63 bits.
    private static let secondsLimit: UInt64 = 1 << 31

    /// The most places that are held, of each track one for messages that stand together.
    private static let placeLimit = 1 << 22

    private var groups: [Group] = []
    private var leftOutCount = 0
    private var firstReason: String?

    /// Reads messages.
    ///
    /// - Parameters:
    ///   - places: where they are in the file.
    ///   - following: what they stand in front of.
    ///   - read: gives a number of bytes at an offset, which are there.
    /// - Throws: what `read` throws; what is malformed is left out.
    mutating func add(
        _ places: [TopLevelBoxes.Place],
        _ following: Following,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws {
        guard !places.isEmpty else { return }
        guard groups.count * following.samples.count < Self.placeLimit else {
            leaveOut(places.count)
            return
        }
        var group = Group(following: following)
        for place in places {
            let body = place.body
            let head = try read(body.lowerBound, min(body.count, EventMessageBox.headLimit))
            do throws(ParseError) {
                let box = try EventMessageBox(head[...], body)
                if case .delta = box.start, following.earliest == nil {
                    leaveOut(place, "its time counts from media that do not follow")
                } else if case .time(let time) = box.start, time / UInt64(box.timescale) >= Self.secondsLimit
                {
                    leaveOut(place, "its time is \(time / UInt64(box.timescale)) s, expected less than 2^31")
                } else {
                    group.boxes.append(box)
                }
            } catch {
                leaveOut(place, "\(error)")
            }
        }
        groups.append(group)
    }

    /// Leaves out messages of which there are more than can be held.
    mutating func leaveOut(_ count: Int) {
        guard count > 0 else { return }
        leftOutCount += count
        firstReason = firstReason ?? "because there are too many"
    }

    private mutating func leaveOut(_ place: TopLevelBoxes.Place, _ reason: String) {
        leftOutCount += 1
        firstReason = firstReason ?? "at byte \(place.range.lowerBound): \(reason)"
    }

    /// What is said of messages that are left out; nil where none is.
    var note: String? {
        firstReason.map { "\(leftOutCount) event messages ('emsg') are left out, the first \($0)" }
    }

    /// Gives the messages to the tracks of video, or where there is none to those of audio.
    ///
    /// - Parameters:
    ///   - tracks: those that are packaged.
    ///   - trackIDs: of all tracks that were read.
    ///   - clocks: of each of these; nil where it was left out.
    func carry(on tracks: inout [SourceTrack], _ trackIDs: [UInt32], _ clocks: [TrackClock?]) {
        guard groups.contains(where: { !$0.boxes.isEmpty }) else { return }
        let hasVideo = tracks.contains { $0.content == .video }
        for index in tracks.indices where tracks[index].content == (hasVideo ? .video : .audio) {
            guard let track = trackIDs.firstIndex(of: tracks[index].identifier) else { continue }
            tracks[index].eventMessages = messages(of: track, clocks)
        }
    }

    /// The messages as a track carries them, in the order of the file.
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
                return EventMessage(box: box, time: time, sample: group.following.samples[track])
            }
        }
    }

    /// When media are first presented.
    private static func start(_ following: Following, _ clocks: [TrackClock?]) -> MediaTime {
        guard let earliest = following.earliest, let clock = clocks[earliest.track] else {
            // Not reached: a track with samples is packaged, and without one no message counts from media.
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
        // Of media that an edit list hides in part, what is presented first; those that it hides as a whole keep their time.
        return end > clock.start ? max(time, clock.start) : time
    }

    /// How the times of a track are those of the movie.
    struct TrackClock {
        /// What is added to composition times, in ticks of the track.
        let shift: Int64
        /// When it is first presented on the timeline of the movie, in its ticks.
        let start: MediaTime
    }
}
