import Failures
import HLSPlaylists
import Presentations

/// Increases `EXT-X-MEDIA-SEQUENCE` and `EXT-X-DISCONTINUITY-SEQUENCE` by what is cut.
///
/// They increase by the numbers of cut segments and discontinuities (RFC 8216bis 4.4.3.2 and 4.4.3.3).
struct SequenceNumberEdit {
    private let playlist: MediaPlaylist
    private let firstIndex: Int
    private let path: TreePath

    /// Creates the edit for a cut before the segment with the index `firstIndex`, which is not 0.
    init(_ playlist: MediaPlaylist, firstIndex: Int, path: TreePath) {
        self.playlist = playlist
        self.firstIndex = firstIndex
        self.path = path
    }

    /// Edits the document of the playlist.
    ///
    /// - Throws: `RunFailure` if a number is too large, or a tag is after a line that it must precede,
    ///   since clients interpret that differently.
    func write(to document: inout PlaylistDocument) throws(RunFailure) {
        if let problem = playlist.problems.first(where: Self.isAboutOrder) { throw .playlist(path, problem) }
        try set(.mediaSequence, to: playlist.segments[firstIndex].mediaSequence, in: &document)
        let end = playlist.segments[firstIndex - 1].uriLine
        let dropped = document.lines(tagged: .discontinuity).filter { $0.number < end }
        guard let last = dropped.last else { return }
        let (number, isTooLarge) = playlist.discontinuitySequence.addingReportingOverflow(
            UInt64(dropped.count)
        )
        guard !isTooLarge else {
            throw .discontinuityOverflow(LineLocation(playlist: path, line: last.number))
        }
        try set(.discontinuitySequence, to: number, in: &document)
    }

    private static func isAboutOrder(_ problem: PlaylistError) -> Bool {
        switch problem.problem {
        case .tag(.misplaced(.mediaSequence, _)), .tag(.misplaced(.discontinuitySequence, _)): true
        default: false
        }
    }

    private func set(
        _ tag: TagName,
        to number: UInt64,
        in document: inout PlaylistDocument
    ) throws(RunFailure) {
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            let lines = document.lines(tagged: tag)
            // If a tag is repeated, all its lines get the same value.
            for line in lines {
                try document.replace(line: line.number, with: line.replacingValue(with: "\(number)"))
            }
            if lines.isEmpty {
                try document.insert("#\(tag.name):\(number)", after: insertionLine(document))
            }
        }
    }

    /// Returns the last of the header lines after which these tags are usually written.
    private func insertionLine(_ document: PlaylistDocument) -> Int {
        let start = playlist.segments[0].firstLine
        let head = [TagName.version, .targetDuration, .mediaSequence].compactMap {
            document.firstLine(tagged: $0)?.number
        }
        return head.filter { $0 < start }.max() ?? document.headerLine
    }
}
