import Bitstreams
import ISOBaseMedia
import MediaProbing

/// Checks an initialization section of fragmented MP4 (RFC 8216, 3.3).
///
/// Checked: boxes with printable types fill the initialization section; `ftyp` comes before a single `moov`,
/// which has tracks with their mandatory boxes and an `mvex` with a `trex` for each; there is no media.
///
/// Not noticed: a change inside a sample entry (parameter sets), and in tables, names and times.
package struct InitializationSectionSyntax: BoxSyntaxChecker {
    var boxes = BoxStream(wantedTypes: ["ftyp", "moov"])
    private var hasFileType = false
    private var hasMovie = false

    var fault: SyntaxFault?
    /// The track_ID of a track whose sample entries are all encrypted, or nil if there is none.
    package private(set) var encryptedTrack: UInt32?

    var start: SegmentStartTime? { nil }

    var kind: StreamKind { .initializationSection }

    mutating func checkEnd() throws(ParseError) {
        guard hasMovie else {
            throw .missing(offset: 0, "box 'moov'")
        }
    }

    mutating func check(_ box: Box) throws(ParseError) {
        if box.type == "ftyp" { _ = try FileTypeBox(box) } else { try check(try MovieBox(box), box) }
    }

    mutating func checkStart(_ header: BoxHeader, at offset: UInt64) throws(ParseError) {
        let type = header.type
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
