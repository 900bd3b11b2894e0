import Bitstreams
import ISOBaseMedia

/// The tracks of a movie that are packaged, and warnings about the others.
struct MovieTrackSelection {
    /// A video or audio track that is asked for.
    struct Candidate {
        let track: Movie.Track
        /// Indicates whether the track is asked for by its number: then it must not be left out.
        let isChosenByID: Bool
    }

    /// The video and audio tracks that are asked for, in order.
    let candidates: [Candidate]
    /// The video and audio tracks that are not asked for, or disabled.
    let otherTracks: [(identifier: UInt32, content: SourceTrack.Content)]
    /// Warnings about tracks that are left out.
    let notes: [String]

    /// - Parameters:
    ///   - movie: the movie.
    ///   - choices: the tracks that are asked for.
    /// - Throws: `ParseError` if `tref` is malformed.
    init(_ movie: Movie, _ choices: Set<TrackChoice>) throws(ParseError) {
        var chapters: Set<UInt32> = []
        for node in movie.node.all("trak") { chapters.formUnion(try Self.chapterTracks(node)) }
        let media = movie.allTracks.filter { $0.content != nil && !chapters.contains($0.trackID) }
        var candidates: [Candidate] = []
        var otherTracks: [(identifier: UInt32, content: SourceTrack.Content)] = []
        var notes: [String] = []
        for box in movie.allTracks {
            let isChosenByID = choices.contains(.identifier(box.trackID))
            guard let content = box.content, !chapters.contains(box.trackID) else {
                // A user who asks for certain tracks needs no warning about the others.
                if choices.contains(.all) {
                    notes.append(Self.warning(box, isChapters: chapters.contains(box.trackID)))
                }
                continue
            }
            guard let track = movie.tracks.first(where: { $0.trackID == box.trackID }) else {
                otherTracks.append((box.trackID, content))
                continue
            }
            if Self.isDisabled(box.header, content, among: media), !isChosenByID {
                otherTracks.append((box.trackID, content))
                notes.append(
                    "\(Self.name(box)) is left out: it is disabled; select it with track=\(box.trackID)"
                )
            } else {
                candidates.append(Candidate(track: track, isChosenByID: isChosenByID))
            }
        }
        self.candidates = candidates
        self.otherTracks = otherTracks
        self.notes = notes
    }

    /// Indicates whether a track is not to be presented (ISO/IEC 14496-12, 8.3.2).
    ///
    /// It is disabled while others of its kind are enabled, and it is no alternative to one of these, as
    /// further languages are in files of FFmpeg.
    private static func isDisabled(
        _ header: TrackHeaderBox,
        _ content: SourceTrack.Content,
        among media: [TrackBox]
    ) -> Bool {
        guard !header.isEnabled else { return false }
        let enabled = media.filter { $0.content == content && $0.header.isEnabled }
        let group = header.alternateGroup
        return !enabled.isEmpty && !(group != 0 && enabled.contains { $0.header.alternateGroup == group })
    }

    /// Returns the tracks that a track references as its chapters: `tref` with `chap` (QuickTime file format,
    /// track references).
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

    private static func warning(_ track: TrackBox, isChapters: Bool) -> String {
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
    /// The kind of media of the track, or nil if it is neither video nor audio.
    var content: SourceTrack.Content? {
        switch media.handlerType {
        case "vide": .video
        case "soun": .audio
        default: nil
        }
    }
}
