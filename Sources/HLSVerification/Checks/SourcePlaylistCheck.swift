import HLSPackaging
import HLSPlaylists

/// Compares a protected playlist with the clear one: only key lines, byte ranges and the version may differ, and
/// discontinuities be added where the clear start ends.
enum SourcePlaylistCheck {
    /// The first line that differs in more than the protection.
    static func finding(
        _ protected: PlaylistDocument,
        _ clear: PlaylistDocument,
        at path: TreePath,
        added: AddedDiscontinuities
    ) -> Finding? {
        let left = significantLines(of: protected) { added.contains($0, in: path.description) }
        let right = significantLines(of: clear) { _ in false }
        for (first, second) in zip(left, right) where !first.text.hasSameBytes(as: second.text) {
            return Finding(
                .sourcePlaylist,
                "the line is not that of the source (line \(second.number))",
                playlist: path.description,
                line: first.number
            )
        }
        guard left.count != right.count else { return nil }
        let isShorter = left.count < right.count
        return Finding(
            .sourcePlaylist,
            isShorter
                ? "the playlist ends before line \(right[left.count].number) of the source"
                : "the playlist goes on behind the last line of the source",
            playlist: path.description,
            line: isShorter ? left.last?.number : left[right.count].number
        )
    }

    private struct SignificantLine {
        let number: Int
        let text: String
    }

    private static func significantLines(
        of document: PlaylistDocument,
        without isAdded: (Int) -> Bool
    ) -> [SignificantLine] {
        document.lines.filter { !$0.isOfProtection && !isAdded($0.number) }.map { line in
            switch line.kind {
            case .tag(.byteRange): SignificantLine(number: line.number, text: "#EXT-X-BYTERANGE")
            case .tag(.map):
                SignificantLine(
                    number: line.number,
                    text: (try? line.attributes().removing("BYTERANGE").text) ?? line.text
                )
            default: SignificantLine(number: line.number, text: line.text)
            }
        }
    }
}
