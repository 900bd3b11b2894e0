import ISOBaseMedia

/// The effect of an edit list on the times of a track (ISO/IEC 14496-12, 8.6.6): a shift and an end.
///
/// Supported are empty edits at the start, then one part of the media at normal speed, which may be split
/// into adjacent edits.
struct EditListTiming {
    /// The time to add to composition times, in ticks of the track.
    let shift: Int64
    /// The end of the presentation in ticks of the track, or nil if nothing is cut off.
    let end: Int64?
    /// The first presentation time in ticks of the track; the edit list hides media before it.
    let start: Int64
    /// The length of the media after the end, in ticks of the track.
    private let cutDuration: Int64
    private let track: Movie.Track

    /// - Parameters:
    ///   - path: the path of the file, for errors.
    ///   - track: the track.
    ///   - movieTimescale: the ticks per second of edit durations.
    ///   - media: the composition times from the first presented sample to the end of the last one, in ticks
    ///     of the track.
    /// - Throws: `MezzanineError` if the edit list is not supported, or presents nothing.
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
        let emptyEdits = edits.prefix { $0.mediaTime == nil }
        let clock = Clock(movieTimescale: movieTimescale, trackTimescale: track.mediaHeader.timescale)
        self.track = track
        let parts = clock.joined(edits.dropFirst(emptyEdits.count))
        guard parts.dropFirst().allSatisfy({ $0.mediaTime == nil }) else {
            throw unsupported("(got \(parts.count { $0.mediaTime != nil }) parts of the media, expected one)")
        }
        guard let delay = clock.ticks(emptyEdits.map(\.duration)) else {
            throw unsupported("(got a time beyond 2^60 ticks, expected less)")
        }
        guard let part = parts.first, let mediaTime = part.mediaTime else {
            guard emptyEdits.isEmpty || emptyEdits.allSatisfy({ $0.duration == 0 }) else {
                throw unsupported("(got empty edits only, expected a part of the media)")
            }
            shift = 0
            end = nil
            // Composition offsets may make this negative. Without an edit list nothing hides those samples,
            // and the timeline begins with them.
            start = media.lowerBound
            cutDuration = 0
            return
        }
        guard part.rate == 0x1_0000 else {
            throw unsupported(
                "(got media_rate \(Double(Int32(bitPattern: part.rate)) / 65536), expected 1)"
            )
        }
        guard mediaTime < MovieSampleCollector.timeLimit, Int64(mediaTime) < media.upperBound else {
            throw unsupported(
                "(got media_time \(mediaTime), expected less than \(media.upperBound), the end of the media)"
            )
        }
        shift = delay - Int64(mediaTime)
        start = max(delay, media.lowerBound + shift)
        guard part.duration > 0 else {
            end = nil
            cutDuration = 0
            return
        }
        guard let end = clock.ticks(emptyEdits.map(\.duration) + [part.duration]) else {
            throw unsupported("(got a time beyond 2^60 ticks, expected less)")
        }
        // Edit durations are whole ticks of the movie, so an end that is early by less than one such tick
        // cuts nothing off.
        let oneTick = Int64(track.mediaHeader.timescale / movieTimescale) + 1
        self.end = end + oneTick > media.upperBound + shift ? nil : end
        cutDuration = max(0, media.upperBound + shift - end)
    }

    /// Returns a warning if the edit list cuts off more than half a second at the end of the media.
    ///
    /// Shorter cuts are usual: edit lists remove the padding that encoders add.
    ///
    /// - Parameter isFragmented: true if fragments follow `moov`: the edit list may then count only the
    ///   samples in `moov`.
    /// - Returns: the warning, or nil.
    func warning(isFragmented: Bool) -> String? {
        let timescale = track.mediaHeader.timescale
        guard end != nil, cutDuration > Int64(timescale) / 2 else { return nil }
        let seconds = MediaTime(ticks: cutDuration, timescale: timescale).secondsDescription
        return "track \(track.trackID): its edit list ends \(seconds) before its media; "
            + "the rest of the media is left out"
            + (isFragmented ? ": the list may have been written for the samples in 'moov' only" : "")
    }

    /// The timescales of a movie and of a track.
    private struct Clock {
        let movieTimescale: UInt32
        let trackTimescale: UInt32

        /// Joins edits that follow each other in the media without a gap, give or take a tick of each
        /// timescale.
        func joined(_ edits: ArraySlice<EditListBox.Edit>) -> [EditListBox.Edit] {
            var joined: [EditListBox.Edit] = []
            for edit in edits {
                guard let last = joined.last, let start = last.mediaTime, let next = edit.mediaTime,
                    last.rate == 0x1_0000, edit.rate == 0x1_0000, last.duration > 0, edit.duration > 0,
                    start < MovieSampleCollector.timeLimit, next < MovieSampleCollector.timeLimit,
                    let length = ticks([last.duration]),
                    (Int64(start) + length - Int64(next)).magnitude <= UInt64(trackTimescale / movieTimescale)
                        + 1
                else {
                    joined.append(edit)
                    continue
                }
                joined[joined.count - 1].duration &+= edit.duration
            }
            return joined
        }

        /// Returns the sum of edit durations in ticks of the track, rounded to the nearest, or nil if it is
        /// not below `timeLimit`.
        func ticks(_ durations: [UInt64]) -> Int64? {
            var sum: UInt64 = 0
            for duration in durations {
                let (next, isTooLong) = sum.addingReportingOverflow(duration)
                guard !isTooLong, next < MovieSampleCollector.timeLimit else { return nil }
                sum = next
            }
            let ticks = MediaTime(ticks: Int64(sum), timescale: movieTimescale).ticks(of: trackTimescale)
            return ticks < MovieSampleCollector.timeLimit ? ticks : nil
        }
    }
}
