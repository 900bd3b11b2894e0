internal import Bitstreams
internal import ISOBaseMedia

/// Which tracks of a movie are packaged, and what is said of the others.
struct MovieTrackChoice {
    /// Those of video and audio, in order.
    let tracks: [Movie.Track]
    /// `trak` of each.
    let nodes: [BoxNode]
    /// What is said of the others.
    let notes: [String]
    /// Ticks a second of `mvhd`, for edit lists; not 0.
    let timescale: UInt32

    init(_ movie: Movie) throws(ParseError) {
        timescale = try Self.timescale(try movie.node.only("mvhd").box)
        var chapters: Set<UInt32> = []
        for node in movie.node.all("trak") { chapters.formUnion(try Self.chapterTracks(node)) }
        var tracks: [Movie.Track] = []
        var nodes: [BoxNode] = []
        var notes: [String] = []
        for (track, node) in zip(movie.tracks, movie.node.all("trak")) {
            let isChapters = chapters.contains(track.trackID)
            if ["vide", "soun"].contains(track.handlerType), !isChapters {
                tracks.append(track)
                nodes.append(node)
            } else {
                notes.append(Self.note(track, isChapters: isChapters))
            }
        }
        self.tracks = tracks
        self.nodes = nodes
        self.notes = notes
    }

    /// timescale of `mvhd` (ISO/IEC 14496-12, 8.2.2).
    private static func timescale(_ box: Box) throws(ParseError) -> UInt32 {
        var reader = box.reader
        try reader.skip(try FullBoxHeader(&reader, newest: 1).version == 1 ? 16 : 8)
        let offset = reader.offset
        let timescale = try reader.uint32()
        guard timescale > 0 else {
            throw .invalid(
                offset: offset,
                field: "timescale in 'moov/mvhd'",
                found: "0",
                expected: "at least 1"
            )
        }
        return timescale
    }

    /// The tracks that a track names as its chapters: `tref` with `chap` (QuickTime file format, track references).
    private static func chapterTracks(_ track: BoxNode) throws(ParseError) -> [UInt32] {
        var tracks: [UInt32] = []
        for references in track.all("tref") {
            var children = references.box.children
            while let child = try children.next() {
                guard child.type == "chap" else { continue }
                var reader = child.reader
                while !reader.isAtEnd { tracks.append(try reader.uint32()) }
            }
        }
        return tracks
    }

    private static func note(_ track: Movie.Track, isChapters: Bool) -> String {
        let formats = track.sampleDescriptions.children.map { "'\($0.type)'" }.joined(separator: ", ")
        let what =
            switch track.handlerType {
            case _ where isChapters: "chapters"
            case "text", "subt", "sbtl", "clcp": "subtitles, which are taken from WebVTT files only"
            case "tmcd": "time code"
            case "hint": "hints for streaming"
            case "meta": "timed metadata"
            default: "handler '\(track.handlerType)'"
            }
        return "track \(track.trackID) (\(formats)) is left out: \(what)"
    }
}
