import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import MediaProbing

/// The contents of `moov`, as far as they are well-formed.
struct ParsedMovie {
    struct Track {
        var id: UInt32
        var handler: FourCharacterCode?
        var header: MediaHeaderBox?
        var edits: [EditListBox.Edit] = []
        var entries: [MP4Inspection.SampleEntry] = []
        var encryption: [TrackEncryption?] = []
        var defaults: TrackExtendsBox?
        var samples: UInt64 = 0
        var ticks: UInt64 = 0
        var probedTrack: MediaTrack?
    }

    var isFragmented: Bool
    var tracks: [Track] = []

    func track(_ id: UInt32) -> Track? { tracks.first { $0.id == id } }
}

/// Totals over the fragments of a track.
struct FragmentTotals {
    var fragments: UInt64 = 0
    var samples: UInt64 = 0
    /// The duration in ticks of the track, or nil if that of a fragment is unknown.
    var ticks: UInt64? = 0
}

extension MP4Inspector {
    /// Adds `moov`.
    mutating func add(movie node: BoxNode, _ box: Box) {
        guard movie == nil else {
            faults.add(MediaFileFault(box.repeatedBoxError))
            return
        }
        addKeySystems(in: node)
        var movie = ParsedMovie(isFragmented: node.first("mvex") != nil)
        let probedTracks = probe(node, at: box.offset)
        var defaults: [TrackExtendsBox] = []
        for extends in node.first("mvex")?.all("trex") ?? [] {
            collectingFaults { _ throws(ParseError) in defaults.append(try TrackExtendsBox(extends.box)) }
        }
        for trackNode in node.all("trak") {
            guard let id = trackID(trackNode) else { continue }
            var track = ParsedMovie.Track(id: id)
            track.defaults = defaults.first { $0.trackID == id }
            track.probedTrack = probedTracks.first { $0.identifier == id }
            readTrack(trackNode, into: &track)
            movie.tracks.append(track)
        }
        self.movie = movie
    }

    /// Determines the tracks' codecs; returns no tracks if the movie is malformed.
    private mutating func probe(_ node: BoxNode, at offset: UInt64) -> [MediaTrack] {
        var probe = MediaProbe()
        let bytes = node.bytes
        do throws(ParseError) {
            try probe.consume(bytes.span)
            return try probe.finish().tracks
        } catch {
            faults.add(
                MediaFileFault(offset: offset + error.offset, "\(error.found), expected \(error.expected)")
            )
            return []
        }
    }

    private mutating func trackID(_ node: BoxNode) -> UInt32? {
        var id: UInt32?
        collectingFaults { _ throws(ParseError) in
            var reader = try node.only("tkhd").box.reader
            let fullHeader = try FullBoxHeader(&reader, maximumVersion: 1)
            try reader.skip(fullHeader.version == 0 ? 8 : 16)
            id = try reader.uint32()
        }
        return id
    }

    private mutating func readTrack(_ node: BoxNode, into track: inout ParsedMovie.Track) {
        guard let media = node.first("mdia") else { return }
        collectingFaults { _ throws(ParseError) in
            if let list = node.first("edts")?.first("elst") { track.edits = try EditListBox(list.box).edits }
        }
        collectingFaults { _ throws(ParseError) in
            track.header = try MediaHeaderBox(try media.only("mdhd").box)
        }
        collectingFaults { _ throws(ParseError) in
            var reader = try media.only("hdlr").box.reader
            // version, flags, pre_defined
            try reader.skip(8)
            track.handler = try FourCharacterCode(&reader)
        }
        guard let table = media.first("minf")?.first("stbl") else { return }
        for entry in table.first("stsd")?.children ?? [] { add(entry: entry, into: &track) }
        collectingFaults { _ throws(ParseError) in
            let samples = try SampleTable(table, descriptionCount: track.entries.count)
            track.samples = UInt64(samples.sampleCount)
            track.ticks = samples.times.duration
        }
    }

    private mutating func add(entry: BoxNode, into track: inout ParsedMovie.Track) {
        var information: ProtectionSchemeInformationBox?
        collectingFaults { _ throws(ParseError) in
            if let node = try entry.atMostOne("sinf") {
                information = try ProtectionSchemeInformationBox(node)
            }
        }
        track.encryption.append(information?.encryption)
        track.entries.append(
            MP4Inspection.SampleEntry(
                type: entry.type.description,
                originalFormat: information?.originalFormat.description,
                protection: information.map {
                    SampleEntryProtection(scheme: $0.scheme.type, $0.encryption)
                }
            )
        )
    }

    /// Returns the tracks of the movie, then those that occur only in fragments.
    func tracks() -> [MP4Inspection.Track] {
        let movieTracks = movie?.tracks ?? []
        let fragmentOnlyIDs = totals.keys.filter { id in !movieTracks.contains { $0.id == id } }.sorted()
        return (movieTracks + fragmentOnlyIDs.map { ParsedMovie.Track(id: $0) }).map { track in
            let fragmentTotals = totals[track.id] ?? FragmentTotals()
            let resolution = track.probedTrack?.pictureSize.map { "\($0.width)x\($0.height)" }
            return MP4Inspection.Track(
                id: track.id,
                handler: track.handler?.description,
                codecs: track.probedTrack?.codecs.map(\.name) ?? [],
                resolution: resolution,
                language: track.header?.language,
                timescale: track.header?.timescale,
                duration: duration(track, fragmentTotals),
                samples: track.samples &+ fragmentTotals.samples,
                fragments: fragmentTotals.fragments,
                entries: track.entries,
                edits: track.edits.map { edit in
                    MP4Inspection.Edit(
                        duration: edit.duration,
                        mediaTime: edit.mediaTime,
                        rate: Double(edit.rate) / 65_536
                    )
                }
            )
        }
    }

    private func duration(_ track: ParsedMovie.Track, _ fragmentTotals: FragmentTotals) -> ExactSeconds? {
        guard let timescale = track.header?.timescale, let fragmentTicks = fragmentTotals.ticks else {
            return nil
        }
        let (ticks, isTooLong) = track.ticks.addingReportingOverflow(fragmentTicks)
        guard !isTooLong, ticks > 0 else { return nil }
        return ExactSeconds(MediaTicks(ticks: ticks, timescale: timescale).duration)
    }
}
