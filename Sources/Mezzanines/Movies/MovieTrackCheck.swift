internal import Bitstreams
internal import ISOBaseMedia

/// Refuses tracks whose samples cannot be read as they are: encrypted ones, and those in another file.
struct MovieTrackCheck {
    let path: String
    let track: Movie.Track
    /// `trak`.
    let node: BoxNode

    /// - Throws: `MezzanineError` for a track that is encrypted or not in this file.
    func check() throws(MezzanineError) {
        for entry in track.sampleDescriptions.children { try checkIsClear(entry) }
        let other: Box?
        do throws(ParseError) {
            other = try externalReference()
        } catch {
            throw .malformed(path: path, error)
        }
        guard let other else { return }
        throw .unsupported(
            path: path,
            what: "track \(track.trackID) with samples in another file"
                + " (got 'mdia/minf/dinf/dref/\(other.type)' at byte \(other.offset), expected all in this one)",
            "Make the file self-contained: `ffmpeg -i IN -c copy OUT.mp4`"
        )
    }

    /// Refuses protected samples (ISO/IEC 14496-12, 8.12, and the entries of FairPlay downloads).
    private func checkIsClear(_ entry: BoxNode) throws(MezzanineError) {
        let protection = entry.first("sinf")
        guard protection != nil || ["encv", "enca", "drmi", "drms"].contains(entry.type) else { return }
        throw .encrypted(
            path: path,
            what: "sample entry '\(entry.type)' at byte \(entry.offset) of track \(track.trackID)"
                + (protection == nil ? "" : ", with 'sinf'")
        )
    }

    /// The first data reference that is not this file: its flag 1 is not set (8.7.2).
    private func externalReference() throws(ParseError) -> Box? {
        guard let references = node.first("mdia")?.first("minf")?.first("dinf")?.first("dref") else {
            return nil
        }
        var reader = references.box.reader
        // version, flags and entry_count
        try reader.skip(8)
        var entries = BoxIterator(reader)
        while let entry = try entries.next() {
            var fields = entry.reader
            if try FullBoxHeader(&fields, newest: .max).flags & 1 == 0 { return entry }
        }
        return nil
    }
}
