import ISOBaseMedia

/// What an edit list does to the times of a track (ISO/IEC 14496-12, 8.6.6), as far as it can be said by a shift and an end:
/// empty edits at the start, then one part of the media at normal speed, which may be told in pieces.
struct MovieEdits {
    /// What is added to composition times, in ticks of the track.
    let shift: Int64
    /// Where the presentation ends, in ticks of the track; nil where nothing is cut off.
    let end: Int64?
    /// When the track is first presented, in its ticks: a list hides what comes before.
    let start: Int64
    /// Ticks of the media that are behind the end.
    private let cut: Int64
    private let track: Movie.Track

    /// - Parameters:
    ///   - path: for messages.
    ///   - track: the track.
    ///   - movieTimescale: ticks a second of edit durations.
    ///   - media: from the first presented sample to the end of the last one, in ticks of the media.
    /// - Throws: `MezzanineError` for an edit list that does more, or presents nothing.
    init(
        path: String,
        track: Movie.Track,
        movieTimescale: UInt32,
        media: Range<Int64>
    ) throws(MezzanineError) {
        let name = "edit list ('edts/elst') of track \(track.trackID)"
        func unsupported(_ what: String) -> MezzanineError {
            .unsupported(
                path: path,
                what: "\(name) \(what)",
                "Write the file anew without it: `ffmpeg -i IN -c copy OUT.mp4`, or encode it"
            )
        }
        let edits = track.editList?.edits ?? []
        let empty = edits.prefix { $0.mediaTime == nil }
        let clock = Clock(movie: movieTimescale, track: track.mediaHeader.timescale)
        self.track = track
        let parts = clock.joined(edits.dropFirst(empty.count))
        guard parts.dropFirst().allSatisfy({ $0.mediaTime == nil }) else {
            throw unsupported("(got \(parts.count { $0.mediaTime != nil }) parts of the media, expected one)")
        }
        guard let delay = clock.ticks(empty.map(\.duration)) else {
            throw unsupported("(got a time beyond 2^60 ticks, expected less)")
        }
        guard let part = parts.first, let mediaTime = part.mediaTime else {
            guard empty.isEmpty || empty.allSatisfy({ $0.duration == 0 }) else {
                throw unsupported("(got empty edits only, expected a part of the media)")
            }
            shift = 0
            end = nil
            // Negative where offsets are and nothing hides it: the timeline begins there.
            start = media.lowerBound
            cut = 0
            return
        }
        guard part.rate == 0x1_0000 else {
            throw unsupported(
                "(got media_rate \(Double(Int32(bitPattern: part.rate)) / 65536), expected 1)"
            )
        }
        guard mediaTime < SampleCollector.timeLimit, Int64(mediaTime) < media.upperBound else {
            throw unsupported(
                "(got media_time \(mediaTime), expected less than \(media.upperBound), the end of the media)"
            )
        }
        shift = delay - Int64(mediaTime)
        start = max(delay, media.lowerBound + shift)
        guard part.duration > 0 else {
            end = nil
            cut = 0
            return
        }
        guard let end = clock.ticks(empty.map(\.duration) + [part.duration]) else {
            throw unsupported("(got a time beyond 2^60 ticks, expected less)")
        }
        // Durations are whole ticks of the movie, so an end that is less than one of them early cuts nothing off.
        let oneTick = Int64(track.mediaHeader.timescale / movieTimescale) + 1
        self.end = end + oneTick > media.upperBound + shift ? nil : end
        cut = max(0, media.upperBound + shift - end)
    }

    /// What is said of media behind the end: nothing up to half a second, which encoders add and lists take away.
    ///
    /// - Parameter isFragmented: whether fragments follow `moov`: then the list may be of what `moov` lists alone.
    /// - Returns: a sentence; nil where there is nothing to say.
    func note(isFragmented: Bool) -> String? {
        let timescale = track.mediaHeader.timescale
        guard end != nil, cut > Int64(timescale) / 2 else { return nil }
        let seconds = MediaTime(ticks: cut, timescale: timescale).secondsText
        return "track \(track.trackID): its edit list ends \(seconds) before its media, which are left out"
            + (isFragmented ? ": it may have been written for what 'moov' lists, without the fragments" : "")
    }

    /// The clocks of a movie and of a track.
    private struct Clock {
        let movie: UInt32
        let track: UInt32

        /// Edits of which those are one that follow each other in the media, too: within a tick of each clock.
        func joined(_ edits: ArraySlice<EditListBox.Edit>) -> [EditListBox.Edit] {
            var joined: [EditListBox.Edit] = []
            for edit in edits {
                guard let last = joined.last, let start = last.mediaTime, let next = edit.mediaTime,
                    last.rate == 0x1_0000, edit.rate == 0x1_0000, last.duration > 0, edit.duration > 0,
                    start < SampleCollector.timeLimit, next < SampleCollector.timeLimit,
                    let length = ticks([last.duration]),
                    (Int64(start) + length - Int64(next)).magnitude <= UInt64(track / movie) + 1
                else {
                    joined.append(edit)
                    continue
                }
                joined[joined.count - 1].duration &+= edit.duration
            }
            return joined
        }

        /// The sum of some durations of the movie in ticks of the track, rounded to the nearest; nil above all limits.
        func ticks(_ durations: [UInt64]) -> Int64? {
            var sum: UInt64 = 0
            for duration in durations {
                let (next, isTooLong) = sum.addingReportingOverflow(duration)
                guard !isTooLong, next < SampleCollector.timeLimit else { return nil }
                sum = next
            }
            let ticks = MediaTime(ticks: Int64(sum), timescale: movie).ticks(of: track)
            return ticks < SampleCollector.timeLimit ? ticks : nil
        }
    }
}
