import HLSPlaylists

/// Completes the range of a partial segment that continues one which is cut (RFC 8216bis 4.4.4.9).
struct PartRangeEdit {
    let path: TreePath
    /// Whether a line is cut.
    let isDropped: (PlaylistLine) -> Bool

    /// Edits the document.
    ///
    /// - Throws: `PackagingError` for a range whose start is not known.
    func apply(to document: inout PlaylistDocument) throws(PackagingError) {
        var previous: (uri: String, end: UInt64, isDropped: Bool)?
        for line in document.lines(tagged: .part) {
            let part = try playlistCalls(path) { () throws(PlaylistError) in
                let attributes = try line.attributes()
                return (
                    uri: try attributes.quotedString("URI") ?? "",
                    range: try attributes.quotedString("BYTERANGE")
                )
            }
            guard let written = part.range else {
                previous = nil
                continue
            }
            let isDropped = isDropped(line)
            let numbers = written.split(separator: "@", omittingEmptySubsequences: false).map { UInt64($0) }
            let continued = previous.flatMap { $0.uri.utf8.elementsEqual(part.uri.utf8) ? $0.end : nil }
            guard let length = numbers.first ?? nil, let offset = numbers.count == 2 ? numbers[1] : continued
            else { throw .rewrite(.partialRangeContinuesNothing(.init(playlist: path, line: line.number))) }
            let (end, isTooLarge) = offset.addingReportingOverflow(length)
            guard !isTooLarge else {
                throw .rewrite(.partialRangeContinuesNothing(.init(playlist: path, line: line.number)))
            }
            if numbers.count == 1, !isDropped, previous?.isDropped == true {
                try playlistCalls(path) { () throws(PlaylistError) in
                    try document.setAttribute(
                        "BYTERANGE",
                        to: .quotedString("\(length)@\(offset)"),
                        line: line.number
                    )
                }
            }
            previous = (part.uri, end, isDropped)
        }
    }
}
