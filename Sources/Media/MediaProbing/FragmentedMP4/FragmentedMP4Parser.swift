import Bitstreams
import ISOBaseMedia

/// A parser of initialization sections and segments of fragmented MP4 (ISO/IEC 14496-12; RFC 8216, 3.3).
///
/// It reads the tracks of the movie and the samples that the fragments list, and skips the media data.
struct FragmentedMP4Parser: StreamParser {
    private static let bodyLimit = 16 << 20

    private var boxes = BoxStream(wantedTypes: ["moov", "moof"], bodyLimit: bodyLimit)
    private var movie: MovieBox?
    private var hasOwnMovie = false
    private var summaries: [UInt32: TrackSampleSummary] = [:]
    private var hasFragment = false
    /// The type and offset of a `moov` or `moof` whose body has not arrived.
    ///
    /// The body of a box above `bodyLimit` never does, because `boxes` skips it.
    private var awaited: (type: FourCharacterCode, offset: UInt64)?

    /// - Parameter initialization: the contents of the initialization section that applies to the segment, or
    ///   nil if there is none.
    init(initialization: MediaInitialization?) {
        if case .movie(let movie)? = initialization?.form { self.movie = movie }
    }

    var skippableCount: UInt64 { boxes.skippableCount }

    mutating func skip(_ count: UInt64) { boxes.skip(count) }

    var foundInitialization: MediaInitialization? {
        hasOwnMovie ? movie.map { MediaInitialization(.movie($0)) } : nil
    }

    mutating func consume(_ chunk: Span<UInt8>) throws(ParseError) {
        var position = 0
        while let event = try boxes.next(in: chunk, at: &position) { try process(event) }
    }

    mutating func finish() throws(ParseError) -> MediaContent {
        if let event = try boxes.finish() { try process(event) }
        try checkAwaited()
        guard let movie else {
            throw .missing(offset: 0, hasFragment ? "initialization section" : "box 'moov' or 'moof'")
        }
        var tracks: [MediaTrack] = []
        for box in movie.tracks {
            var track = try MediaTrack(box)
            summaries[box.trackID]?.describe(&track, timescale: box.media.timescale)
            tracks.append(track)
        }
        guard hasFragment || hasOwnMovie else { throw .missing(offset: 0, "box 'moof'") }
        return MediaContent(kind: hasFragment ? .fragmentedMP4 : .initializationSection, tracks: tracks)
    }

    private mutating func process(_ event: BoxStream.Event) throws(ParseError) {
        switch event {
        case .start(let header, let offset):
            try checkAwaited()
            if header.type == "moov" || header.type == "moof" { awaited = (header.type, offset) }
        case .body(let box):
            awaited = nil
            if box.type == "moov" {
                guard !hasOwnMovie else { throw box.repeatedBoxError }
                movie = try MovieBox(box)
                hasOwnMovie = true
            } else {
                hasFragment = true
                try process(try MovieFragmentBox(box))
            }
        }
    }

    private mutating func process(_ fragment: MovieFragmentBox) throws(ParseError) {
        guard let movie else { throw .missing(offset: 0, "initialization section") }
        for box in fragment.trackFragments {
            let trackID = box.header.trackID
            guard movie.tracks.contains(where: { $0.trackID == trackID }) else {
                throw .invalid(
                    offset: box.offset,
                    field: "track_ID",
                    found: "\(trackID)",
                    expected: "that of a track of box 'moov'"
                )
            }
            let defaults = movie.extends?.first { $0.trackID == trackID }
            try summaries[trackID, default: TrackSampleSummary()].add(box, defaults: defaults)
        }
    }

    private func checkAwaited() throws(ParseError) {
        guard let awaited else { return }
        throw .invalid(
            offset: awaited.offset,
            field: "size of box '\(awaited.type)'",
            found: "above \(Self.bodyLimit)",
            expected: "at most \(Self.bodyLimit) bytes"
        )
    }
}
