import Bitstreams
import ISOBaseMedia

/// Refuses tracks whose samples cannot be read: encrypted samples, and samples in other files.
struct MovieTrackCheck {
    let path: String
    let track: Movie.Track

    /// - Throws: `MezzanineError` if the track is encrypted or not in this file.
    func check() throws(MezzanineError) {
        for entry in track.sampleDescriptions.children { try checkIsClear(entry) }
        if let table = track.node.first("mdia")?.first("minf")?.first("stbl") {
            try checkIsClear(tables: table)
        }
        let reference: Box?
        do throws(ParseError) {
            reference = try externalReference()
        } catch {
            throw .malformed(path: path, error)
        }
        guard let reference else { return }
        throw .unsupported(
            path: path,
            what: "track \(track.trackID) with samples in another file"
                + " (got 'mdia/minf/dinf/dref/\(reference.type)' at byte \(reference.offset), expected all in this one)",
            "Make the file self-contained: `ffmpeg -i IN -c copy OUT.mp4`"
        )
    }

    /// Throws if a sample entry is protected (ISO/IEC 14496-12, 8.12), or is one of a FairPlay download.
    private func checkIsClear(_ entry: BoxNode) throws(MezzanineError) {
        let protection = entry.first("sinf")
        guard protection != nil || ["encv", "enca", "drmi", "drms"].contains(entry.type) else { return }
        throw .encrypted(
            path: path,
            what: "sample entry '\(entry.type)' at byte \(entry.offset) of track \(track.trackID)"
                + (protection == nil ? "" : ", with 'sinf'")
        )
    }

    /// Throws if boxes describe the encryption of samples whose sample entry is clear (ISO/IEC 23001-7, 7).
    ///
    /// This happens if the sample entry was replaced, or the file was joined with another one.
    ///
    /// - Parameter tables: the `stbl` or `traf` box.
    /// - Throws: `.encrypted` with the box that shows it; `.malformed`.
    func checkIsClear(tables: BoxNode) throws(MezzanineError) {
        for box in tables.children {
            let isProtection = try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
                try box.describesSampleEncryption
            }
            guard isProtection else { continue }
            throw .encrypted(
                path: path,
                what:
                    "'\(box.type)' at byte \(box.offset) of track \(track.trackID), though its sample entry is clear"
            )
        }
    }

    /// Returns the first data reference that a sample entry uses and that is not this file (flag 1 is not
    /// set; 8.7.2).
    private func externalReference() throws(ParseError) -> Box? {
        guard let references = track.node.first("mdia")?.first("minf")?.first("dinf")?.first("dref") else {
            return nil
        }
        let usedIndices = track.sampleDescriptions.children.map { entry in
            // data_reference_index, counted from 1, after six reserved bytes
            entry.fields.dropFirst(6).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        }
        var reader = references.box.reader
        // version, flags and entry_count
        try reader.skip(8)
        var entries = BoxIterator(reader)
        var number = 0
        while let entry = try entries.next() {
            number += 1
            var fields = entry.reader
            let flags = try FullBoxHeader(&fields, maximumVersion: .max).flags
            if flags & 1 == 0, usedIndices.contains(number) { return entry }
        }
        return nil
    }
}
