import Inspection
import Presentations
import TextFormats

/// The differences between a playlist and the one that was published under its path, as findings.
///
/// Lines that are gone are known only as numbers. Lines that are there are shown, without tokens.
struct PlaylistLineChanges {
    /// The maximum number of differences reported for one playlist.
    private static let limit = 10
    /// The maximum number of bytes shown of a line.
    private static let shownLength = 160

    let playlist: String
    let bytes: [UInt8]
    let outline: PlaylistLineHashes

    /// Returns the findings, at least one.
    func findings() -> [Finding] {
        let runs = outline.runs(of: bytes)
        let differences = LineAlignment.differences(outline.hashes, runs.map(\.hash))
        guard !differences.isEmpty else {
            return [finding("the playlist is not the one that was published", line: nil)]
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var findings = differences.prefix(Self.limit).map { difference in
            finding(difference, runs, lines)
        }
        if differences.count > Self.limit {
            let more =
                "\(CountText.text(differences.count - Self.limit, "more difference")) from what was published"
            findings.append(finding(more, line: nil))
        }
        return findings
    }

    private func finding(
        _ difference: LineAlignment.Difference,
        _ runs: [PlaylistLineHashes.Run],
        _ lines: [ArraySlice<UInt8>]
    ) -> Finding {
        guard let first = difference.new.first, let last = difference.new.last else {
            let next = difference.new.lowerBound
            let isAtEnd = next == runs.count
            let line = isAtEnd ? runs.last?.lines.last : runs[next].lines.first
            return finding(
                goneMessage(difference.old.count, isAtEnd ? "after" : "before"),
                line: (line ?? 0) + 1
            )
        }
        let changedLines = runs[first].lines.lowerBound..<runs[last].lines.upperBound
        let what =
            changedLines.count == 1 ? "the line" : "some of the lines up to line \(changedLines.upperBound)"
        let verb = changedLines.count == 1 ? "is" : "are"
        let message = "\(what) \(verb) not as published: \(Self.redactedText(lines[changedLines.lowerBound]))"
        return finding(message, line: changedLines.lowerBound + 1)
    }

    private func goneMessage(_ count: Int, _ preposition: String) -> String {
        let noun = outline.hasHashPerLine ? "line" : "run of lines"
        let nouns = outline.hasHashPerLine ? "lines" : "runs of lines"
        return count == 1
            ? "a \(noun) that was published \(preposition) this one is gone"
            : "\(count) \(nouns) that were published \(preposition) this one are gone"
    }

    private func finding(_ message: String, line: Int?) -> Finding {
        Finding(.playlistChanged, message, playlist: playlist, line: line)
    }

    /// Returns the text of a line with the URIs in it redacted.
    static func redactedText(_ line: ArraySlice<UInt8>) -> String {
        let text = String(decoding: line, as: UTF8.self).trimmingCarriageReturn
        let redacted = text.hasPrefix("#") ? redactedTag(text) : KeyURIRedaction.redacted(text)
        guard redacted.utf8.count > shownLength else { return redacted }
        return String(decoding: redacted.utf8.prefix(shownLength), as: UTF8.self) + "…"
    }

    /// Redacts the quoted values of a tag, which may be URIs with tokens.
    private static func redactedTag(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { index, part in
                index % 2 == 1 ? KeyURIRedaction.redacted(String(part)) : String(part)
            }
            .joined(separator: "\"")
    }
}

extension String {
    fileprivate var trimmingCarriageReturn: String {
        utf8.last == UInt8(ascii: "\r") ? String(decoding: utf8.dropLast(), as: UTF8.self) : self
    }
}
