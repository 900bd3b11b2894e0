import Bitstreams
import ISOBaseMedia
import MediaProbing

/// Checks an initialization section of fragmented MP4 (RFC 8216, 3.3).
///
/// Checked: boxes with printable types fill the initialization section; `ftyp` comes before a single `moov`,
/// which has tracks with their mandatory boxes and an `mvex` with a `trex` for each; there is no media.
///
/// Not noticed: a change inside a sample entry (parameter sets), and in tables, names and times.
package struct InitializationSectionSyntax: SyntaxChecker {
    private var boxes = BoxStream(wantedTypes: ["ftyp", "moov"])
    private var hasFileType = false
    private var hasMovie = false
    private var structure = Self.betweenBodies
    private static let betweenBodies = "box structure"

    private(set) var fault: SyntaxFault?
    /// The track_ID of a track whose sample entries are all encrypted, or nil if there is none.
    package private(set) var encryptedTrack: UInt32?

    var start: SegmentStartTime? { nil }

    var kind: StreamKind { .initializationSection }

    mutating func consume(_ chunk: Span<UInt8>) {
        guard fault == nil else { return }
        var position = 0
        do throws(ParseError) {
            while let event = try boxes.next(in: chunk, at: &position) { try handle(event) }
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            if let event = try boxes.finish() { try handle(event) }
            guard hasMovie else {
                throw .missing(offset: 0, "box 'moov'")
            }
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }

    private mutating func handle(_ event: BoxStream.Event) throws(ParseError) {
        switch event {
        case .start(let header, let offset):
            try checkOrder(header.type, at: offset)
        case .body(let box):
            structure = "box '\(box.type)'"
            if box.type == "ftyp" { _ = try FileTypeBox(box) } else { try check(try MovieBox(box), box) }
            structure = Self.betweenBodies
        }
    }

    private mutating func checkOrder(_ type: FourCharacterCode, at offset: UInt64) throws(ParseError) {
        let isAllowed =
            switch type {
            case "ftyp": !hasFileType && !hasMovie
            case "moov": hasFileType && !hasMovie
            case "moof", "mdat": false
            default: true
            }
        guard isAllowed else {
            throw .invalid(
                offset: offset,
                field: "box",
                found: "'\(type)'",
                expected: "one 'ftyp', then one 'moov', and no media"
            )
        }
        hasFileType = hasFileType || type == "ftyp"
        hasMovie = hasMovie || type == "moov"
    }

    private mutating func check(_ movie: MovieBox, _ box: Box) throws(ParseError) {
        encryptedTrack =
            movie.tracks.first { track in
                track.media.sampleFormats.allSatisfy { $0 == "encv" || $0 == "enca" }
            }?.trackID
        guard !movie.tracks.isEmpty else { throw box.missingBoxError("trak") }
        guard let extends = movie.extends else { throw box.missingBoxError("mvex") }
        let extended = Set(extends.map(\.trackID))
        for track in movie.tracks where !extended.contains(track.trackID) {
            throw .missing(offset: box.offset, "'trex' for track \(track.trackID)")
        }
    }
}
