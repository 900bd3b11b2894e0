import Bitstreams
import ISOBaseMedia

/// Reads MP4 and MOV as an input: progressive, fragmented, or both.
enum MovieInput {
    /// Reads `moov` and each `moof`, and locates all samples.
    ///
    /// Samples are read only to check sync samples and parameter sets.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it, for messages.
    ///   - bytes: the bytes of the file.
    ///   - choices: the tracks that are asked for; the samples of others are not read.
    /// - Returns: the input with its video and audio tracks; its notes name other tracks.
    /// - Throws: `MezzanineError` if the file cannot be read or packaged.
    static func read(
        path: String,
        _ bytes: any ByteSource,
        selecting choices: Set<TrackChoice> = [.all]
    ) throws(MezzanineError) -> Mezzanine {
        do {
            let input = MovieMezzanineReader(path: path, bytes: bytes, reader: try bytes.makeReader())
            return try input.mezzanine(choices)
        } catch let error as MezzanineError {
            throw error
        } catch let error as ParseError {
            throw .malformed(path: path, error)
        } catch let error as ByteSourceError {
            throw .bytes(path: path, error)
        } catch {
            // No other errors are thrown.
            throw .bytes(path: path, .changed(path: path))
        }
    }
}

/// A movie file that is being read.
struct MovieMezzanineReader {
    let path: String
    let bytes: any ByteSource
    let reader: any ByteSourceReader

    /// Reads `count` bytes, and throws if the file has become shorter.
    private func read(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
        let found = try reader.bytes(count, at: offset)
        guard found.count == count else { throw ByteSourceError.changed(path: path) }
        return found
    }

    /// Returns the mezzanine, which copies all it needs of `moov` and so does not keep `moov` in memory.
    func mezzanine(_ choices: Set<TrackChoice>) throws -> Mezzanine {
        var movie = try MovieReader(
            fileSize: bytes.size,
            reading: { box in box.content.map { choices.selects($0, box.trackID) } ?? false },
            read: read
        )
        try Self.checkTimescale(movie.movie.header)
        let selection = try MovieTrackSelection(movie.movie, choices)
        var skippedTracks = SkippedTracks(notes: selection.notes)
        let candidates = try selection.candidates.filter { candidate in
            try MovieTrackCheck(path: path, track: candidate.track).check()
            return try skippedTracks.keep(candidate) { () throws(MezzanineError) in
                try MovieSampleEntry.checkSupport(path: path, candidate.track)
            }
        }
        var collectors = candidates.map { MovieSampleCollector(track: $0.track, fileSize: bytes.size) }
        for index in collectors.indices { try collectors[index].addTable(candidates[index].track.samples) }
        let events = try addFragments(of: &movie, to: &collectors, candidates.map(\.track))
        if let note = events.warning { skippedTracks.notes.append(note) }
        var tracks: [SourceTrack] = []
        var clocks: [EventMessageCollector.TrackClock?] = candidates.map { _ in nil }
        for (index, candidate) in candidates.enumerated() {
            let isKept = try skippedTracks.keep(candidate) { () throws(MezzanineError) in
                try collectors[index].checkHasSamples(path)
            }
            guard isKept else { continue }
            let samples = try collectors[index].finish(path, &skippedTracks.notes)
            let (track, clock) = try sourceTrack(
                candidate.track,
                samples,
                movie.movie,
                &skippedTracks.notes
            )
            tracks.append(track)
            clocks[index] = clock
        }
        events.assign(on: &tracks, candidates.map(\.track.trackID), clocks)
        // If no track remains, the first refusal is the error. Without a refusal, the movie may have only
        // tracks that are disabled or not asked for; the caller reports that.
        if tracks.isEmpty, let refusal = skippedTracks.refusal { throw refusal }
        guard !tracks.isEmpty || !selection.otherTracks.isEmpty else {
            throw MezzanineError.unsupported(
                path: path,
                what: "box 'moov' without a track of video or audio (expected at least one)",
                "Give a file with one"
            )
        }
        return Mezzanine(
            path: path,
            kind: .movie,
            movieStart: clocks.compactMap { $0?.start }.min(),
            tracks: tracks,
            otherTracks: selection.otherTracks,
            notes: skippedTracks.notes
        )
    }

    /// Throws if the timescale of the movie, and so of edit durations, is 0.
    private static func checkTimescale(_ header: MovieHeaderBox) throws(ParseError) {
        guard header.timescale == 0 else { return }
        throw .invalid(
            offset: header.timescaleOffset,
            field: "timescale in 'moov/mvhd'",
            found: "0",
            expected: "at least 1"
        )
    }

    private func addFragments(
        of movie: inout MovieReader,
        to collectors: inout [MovieSampleCollector],
        _ tracks: [Movie.Track]
    ) throws -> EventMessageCollector {
        var events = EventMessageCollector()
        while let fragment = try nextFragment(of: &movie) {
            let sampleCounts = movie.eventMessages.isEmpty ? [] : collectors.map(\.count)
            for (box, (trackID, samples)) in zip(fragment.node.all("traf"), fragment.tracks) {
                guard let index = collectors.firstIndex(where: { $0.trackID == trackID }) else { continue }
                try MovieTrackCheck(path: path, track: tracks[index]).checkIsClear(tables: box)
                try collectors[index].add(samples, fragmentOffset: fragment.range.lowerBound)
            }
            // Called after the collectors, because they refuse fragments with too many samples.
            guard !movie.eventMessages.isEmpty else { continue }
            let following = try EventMessageCollector.FollowingMedia(
                after: sampleCounts,
                fragment,
                collectors
            )
            // Messages before a fragment of other tracks count from the fragment after that.
            guard following.earliest != nil else { continue }
            try events.add(movie.takeEventMessages(), following, read)
        }
        try events.add(
            movie.takeEventMessages(),
            .init(after: collectors.map(\.count), nil, collectors),
            read
        )
        events.skip(movie.excessEventMessageCount)
        guard let offset = movie.secondMovieOffset else { return events }
        throw MezzanineError.unsupported(
            path: path,
            what:
                "a second 'moov' at byte \(offset) for other media than the first (expected one movie in a file)",
            "Cut the file before it and package the parts on their own, or encode all as one "
                + "(`ffmpeg -f concat -i LIST OUT.mp4`)"
        )
    }

    /// Returns the next fragment; in a movie without fragments, bytes that are no boxes end the file.
    private func nextFragment(of movie: inout MovieReader) throws -> MovieReader.Fragment? {
        guard !movie.movie.isFragmented else { return try movie.nextFragment(read: read) }
        do {
            return try movie.nextFragment(read: read)
        } catch is ParseError {
            return nil
        }
    }

    private func sourceTrack(
        _ track: Movie.Track,
        _ samples: MovieSampleCollector.Samples,
        _ movie: Movie,
        _ notes: inout [String]
    ) throws -> (SourceTrack, EventMessageCollector.TrackClock) {
        let description = try MovieSampleEntry(path: path, track: track, index: samples.descriptionIndex)
            .describe(&notes)
        var index = samples.index
        // Some writers mark no audio frame as a sync sample.
        if description.isIndependent { index.markAllSync() }
        var format = description.format
        let entry = track.sampleDescriptions.children[samples.descriptionIndex]
        if let (codec, units) = Self.units(format.codec, entry) {
            try removePredictedSyncSamples(
                &index,
                track,
                .nalUnits(codec, lengthSize: units.lengthSize),
                &notes
            )
            let check = InBandParameterSetCheck(path: path, codec: codec, units: units, read: read)
            let outcome = try check.check(&index)
            format = try self.format(format, having: outcome, track, &notes)
        }
        if case .av1 = format.codec { try removePredictedSyncSamples(&index, track, .av1, &notes) }
        guard index.syncSample(from: 0) != nil else {
            throw MezzanineError.malformed(
                path: path,
                .missing(
                    offset: track.sampleDescriptions.offset,
                    "sync sample in track \(track.trackID) ('stss' or the flags of fragments)"
                )
            )
        }
        try SyncSampleOrderCheck(path: path, track: track).check(index)
        let edits = try EditListTiming(
            path: path,
            track: track,
            movieTimescale: movie.header.timescale,
            media: samples.presentation
        )
        if let note = edits.warning(isFragmented: movie.isFragmented) { notes.append(note) }
        let matrix = track.header.matrix.followed(by: movie.header.matrix)
        var found = SourceTrack(
            path: path,
            identifier: track.trackID,
            content: track.handlerType == "soun" ? .audio : .video,
            format: format,
            timescale: track.mediaHeader.timescale,
            language: try language(of: track),
            presentationShift: edits.shift + samples.constantOffset,
            presentationEnd: edits.end,
            transformation: matrix.isUpright || track.handlerType == "soun" ? nil : matrix.description,
            samples: index,
            bytes: bytes
        )
        // 16.16 fixed point; fractions of a pixel do not matter.
        let (width, height) = (Int(track.header.width >> 16), Int(track.header.height >> 16))
        if width > 0, height > 0 { found.displaySize = TrackFormat.Picture(width: width, height: height) }
        let start = MediaTime(ticks: edits.start, timescale: track.mediaHeader.timescale)
        return (found, EventMessageCollector.TrackClock(shift: found.presentationShift, start: start))
    }

    /// Returns the language in ISO 639-2/T, or nil if the file has none or "und".
    ///
    /// QuickTime files may have Macintosh language codes instead. In MP4 such a code, usually 0, means
    /// nothing.
    private func language(of track: Movie.Track) throws -> String? {
        if let language = track.mediaHeader.language { return language == "und" ? nil : language }
        let start = try reader.bytes(12, at: 0)
        let type = String(decoding: start.dropFirst(4).prefix(4), as: UTF8.self)
        let brand = String(decoding: start.dropFirst(8), as: UTF8.self)
        guard type != "ftyp" || brand == "qt  ", let code = track.mediaHeader.macintoshLanguage else {
            return nil
        }
        return MacintoshLanguages.language(code)
    }

    /// Returns the NAL unit length size and parameter sets of a sample entry with their codec, or nil for
    /// codecs without NAL units.
    private static func units(
        _ codec: TrackFormat.Codec,
        _ entry: BoxNode
    ) -> (NALUnitRole.Codec, NALUnitArrays)? {
        switch codec {
        case .avc: entry.first("avcC").flatMap { try? NALUnitArrays(avc: $0.box) }.map { (.avc, $0) }
        case .hevc: entry.first("hvcC").flatMap { try? NALUnitArrays(hevc: $0.box) }.map { (.hevc, $0) }
        default: nil
        }
    }

    /// Returns the format for samples with these parameter sets, and adds a warning.
    private func format(
        _ format: TrackFormat,
        having outcome: InBandParameterSetCheck.Outcome,
        _ track: Movie.Track,
        _ notes: inout [String]
    ) throws -> TrackFormat {
        switch outcome {
        case .none: return format
        case .replaced(let sets):
            if !format.allowsSetsInSamples {
                notes.append(
                    "track \(track.trackID): the parameter sets in its samples differ from those of '\(format.sampleEntry.type)': "
                        + "those of the samples are used"
                )
            }
            // This is done even if samples may have sets, because not every key frame needs to repeat them.
            return try format.replacing(parameterSets: sets)
        case .changing:
            let changing = format.allowingSetsInSamples
            notes.append(
                "track \(track.trackID): parameter sets change in its samples, or are too many for a sample entry: "
                    + "they stay in samples ('\(changing.sampleEntry.type)')"
            )
            return changing
        }
    }

    /// Removes sync samples that hold predicted pictures, and adds a warning.
    private func removePredictedSyncSamples(
        _ index: inout SampleIndex,
        _ track: Movie.Track,
        _ coding: SyncSampleCheck.Coding,
        _ notes: inout [String]
    ) throws {
        let removed = try SyncSampleCheck(coding: coding, read: read).correct(&index)
        guard removed > 0 else { return }
        notes.append(
            "track \(track.trackID): \(removed) of its sync samples contain predicted pictures, as in a gradual decoder refresh: no segment "
                + "starts with them"
        )
    }
}
