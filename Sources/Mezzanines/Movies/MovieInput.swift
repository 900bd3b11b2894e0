package import Bitstreams
internal import ISOBaseMedia

/// Reads MP4 and MOV as an input: progressive, of fragments, or both.
package enum MovieInput {
    /// Reads `moov` and each `moof`, and locates all samples; media data are not looked at.
    ///
    /// - Parameters:
    ///   - path: as it was given, for messages.
    ///   - bytes: the file.
    /// - Returns: its tracks of video and audio; the timeline starts at 0. Others are named in the notes.
    /// - Throws: `MezzanineError` for what cannot be read or packaged.
    package static func read(path: String, _ bytes: any ByteSource) throws(MezzanineError) -> Mezzanine {
        do {
            let input = OpenMovie(path: path, bytes: bytes, reader: try bytes.makeReader())
            return try input.mezzanine()
        } catch let error as MezzanineError {
            throw error
        } catch let error as ParseError {
            throw .malformed(path: path, error)
        } catch let error as ByteSourceFailure {
            throw .bytes(path: path, error)
        } catch {
            // Nothing else is thrown.
            throw .bytes(path: path, .changed(path: path))
        }
    }
}

/// A movie file that is being read.
struct OpenMovie {
    let path: String
    let bytes: any ByteSource
    let reader: any ByteSourceReader

    /// Bytes at an offset, which are there unless the file was changed.
    private func read(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
        let found = try reader.bytes(count, at: offset)
        guard found.count == count else { throw ByteSourceFailure.changed(path: path) }
        return found
    }

    /// The mezzanine; all that is needed of `moov` is copied, so that it can go.
    func mezzanine() throws -> Mezzanine {
        var movie = try MovieReader(fileSize: bytes.size, read: read)
        let choice = try MovieTrackChoice(movie.movie)
        for (track, node) in zip(choice.tracks, choice.nodes) {
            try MovieTrackCheck(path: path, track: track, node: node).check()
        }
        var collectors = choice.tracks.map { SampleCollector(track: $0, fileSize: bytes.size) }
        for index in collectors.indices { try collectors[index].addTable(choice.tracks[index].samples) }
        while movie.movie.isFragmented, let fragment = try movie.nextFragment(read: read) {
            for (trackID, samples) in fragment.tracks {
                guard let index = collectors.firstIndex(where: { $0.trackID == trackID }) else { continue }
                try collectors[index].add(samples, fragmentOffset: fragment.range.lowerBound)
            }
        }
        var notes = choice.notes
        var tracks: [SourceTrack] = []
        for (index, track) in choice.tracks.enumerated() {
            let samples = try collectors[index].finish(path, &notes)
            tracks.append(try sourceTrack(track, samples, timescale: choice.timescale, &notes))
        }
        guard !tracks.isEmpty else {
            throw MezzanineError.unsupported(
                path: path,
                what: "box 'moov' without a track of video or audio (expected at least one)",
                "Give a file with one"
            )
        }
        return Mezzanine(path: path, kind: .movie, tracks: tracks, notes: notes)
    }

    private func sourceTrack(
        _ track: Movie.Track,
        _ samples: SampleCollector.Samples,
        timescale: UInt32,
        _ notes: inout [String]
    ) throws -> SourceTrack {
        let description = try MovieSampleEntry(path: path, track: track, index: samples.descriptionIndex)
            .describe(&notes)
        var index = samples.index
        // Some writers say of no audio frame that it is a sync sample.
        if description.isIndependent { index.markAllSync() }
        if description.format.codec == .avc {
            try withoutRefreshes(&index, track, entry: samples.descriptionIndex, &notes)
        }
        guard index.syncSample(from: 0) != nil else {
            throw MezzanineError.malformed(
                path: path,
                .missing(
                    offset: track.sampleDescriptions.offset,
                    "sync sample in track \(track.trackID) ('stss' or the flags of fragments)"
                )
            )
        }
        try SyncSampleOrder(path: path, track: track).check(index)
        let edits = try MovieEdits(
            path: path,
            track: track,
            movieTimescale: timescale,
            media: samples.presentation
        )
        return SourceTrack(
            path: path,
            identifier: track.trackID,
            content: track.handlerType == "soun" ? .audio : .video,
            format: description.format,
            timescale: track.header.timescale,
            language: track.header.language == "und" ? nil : track.header.language,
            presentationShift: edits.shift,
            presentationEnd: edits.end,
            samples: index,
            bytes: bytes
        )
    }

    /// Takes away sync samples of AVC that are recovery points of a gradual refresh.
    private func withoutRefreshes(
        _ index: inout SampleIndex,
        _ track: Movie.Track,
        entry: Int,
        _ notes: inout [String]
    ) throws {
        guard let box = track.sampleDescriptions.children[entry].first("avcC"),
            let units = try? NALUnitArrays(avc: box.box)
        else { return }
        let removed = try AVCRefreshCheck(lengthSize: units.lengthSize, read: read).correct(&index)
        guard removed > 0 else { return }
        notes.append(
            "track \(track.trackID): \(removed) of its sync samples hold predicted pictures (gradual refresh): no segment starts "
                + "with them"
        )
    }
}
