import Bitstreams
import ISOBaseMedia

/// Which tracks of a movie are packaged, and what is said of the others.
struct MovieTrackChoice {
    /// A track of video or audio that is asked for.
    struct Candidate {
        let track: Movie.Track
        /// Whether it was asked for by its number: then it is not left out.
        let isNamed: Bool
    }

    /// Those of video and audio that are asked for, in order.
    let candidates: [Candidate]
    /// Those that nobody asked for.
    let others: [(identifier: UInt32, content: SourceTrack.Content)]
    /// What is said of the others.
    let notes: [String]

    /// - Parameters:
    ///   - movie: the movie.
    ///   - choices: which tracks are asked for.
    /// - Throws: `ParseError` where `tref` is malformed.
    init(_ movie: Movie, _ choices: Set<TrackChoice>) throws(ParseError) {
        var chapters: Set<UInt32> = []
        for node in movie.node.all("trak") { chapters.formUnion(try Self.chapterTracks(node)) }
        let media = movie.boxes.filter { $0.content != nil && !chapters.contains($0.trackID) }
        var candidates: [Candidate] = []
        var others: [(identifier: UInt32, content: SourceTrack.Content)] = []
        var notes: [String] = []
        for box in movie.boxes {
            let isNamed = choices.contains(.identifier(box.trackID))
            guard let content = box.content, !chapters.contains(box.trackID) else {
                // Who asks for certain tracks knows what the others are.
                if choices.contains(.all) {
                    notes.append(Self.note(box, isChapters: chapters.contains(box.trackID)))
                }
                continue
            }
            guard let track = movie.tracks.first(where: { $0.trackID == box.trackID }) else {
                others.append((box.trackID, content))
                continue
            }
            if Self.isSwitchedOff(box.header, content, among: media), !isNamed {
                others.append((box.trackID, content))
                notes.append(
                    "\(Self.name(box)) is left out: it is disabled; take it with track=\(box.trackID)"
                )
            } else {
                candidates.append(Candidate(track: track, isNamed: isNamed))
            }
        }
        self.candidates = candidates
        self.others = others
        self.notes = notes
    }

    /// Whether a track is not to be presented (ISO/IEC 14496-12, 8.3.2): it is disabled, is no alternative to one that is enabled,
    /// as the further languages in files of FFmpeg are, and others of its kind are enabled.
    private static func isSwitchedOff(
        _ header: TrackHeaderBox,
        _ content: SourceTrack.Content,
        among media: [TrackBox]
    ) -> Bool {
        guard !header.isEnabled else { return false }
        let enabled = media.filter { $0.content == content && $0.header.isEnabled }
        let group = header.alternateGroup
        return !enabled.isEmpty && !(group != 0 && enabled.contains { $0.header.alternateGroup == group })
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

    private static func note(_ track: TrackBox, isChapters: Bool) -> String {
        let what =
            switch track.media.handlerType {
            case _ where isChapters: "chapters"
            case "text", "subt", "sbtl", "clcp": "subtitles, which are taken from WebVTT files only"
            case "tmcd": "time code"
            case "hint": "hints for streaming"
            case "meta": "timed metadata"
            default: "handler '\(track.media.handlerType)'"
            }
        return "\(name(track)) is left out: \(what)"
    }

    private static func name(_ track: TrackBox) -> String {
        let formats = track.media.sampleFormats.map { "'\($0)'" }.joined(separator: ", ")
        return "track \(track.trackID) (\(formats))"
    }
}

extension TrackBox {
    /// What the track is made of; nil of all but video and audio.
    var content: SourceTrack.Content? {
        switch media.handlerType {
        case "vide": .video
        case "soun": .audio
        default: nil
        }
    }
}
