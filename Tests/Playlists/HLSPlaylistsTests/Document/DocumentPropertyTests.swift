import HLSPlaylists
import TestRandomness
import Testing

@Suite struct DocumentPropertyTests {
    @Test func randomDocumentsAreWrittenBack() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let playlist = RandomPlaylist(using: &generator)
            let parsed = try PlaylistDocument(parsing: playlist.bytes)
            #expect(parsed.serialized() == playlist.bytes, "seed \(seed)")
            #expect(parsed.lines.count == playlist.lines.count, "seed \(seed)")
        }
    }

    /// The reference edits a list of strings: one string is added, removed or changed, and all others stay.
    @Test func oneEditChangesOneLine() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var expected = RandomPlaylist(using: &generator)
            var parsed = try PlaylistDocument(parsing: expected.bytes)
            let line = Int.random(in: 1...expected.lines.count, using: &generator)
            try Self.edit(line, of: &expected.lines, and: &parsed, using: &generator)
            #expect(parsed.serialized() == expected.bytes, "seed \(seed)")
        }
    }

    private static func edit(
        _ line: Int,
        of lines: inout [String],
        and parsed: inout PlaylistDocument,
        using generator: inout SeededGenerator
    ) throws {
        let own = ending(lines[line - 1])
        let ending = own.isEmpty ? (line > 1 ? Self.ending(lines[line - 2]) : "\n") : own
        switch Int.random(in: line == 1 ? 3...3 : 0...3, using: &generator) {
        case 0:
            lines.insert("X" + ending, at: line - 1)
            try parsed.insert("X", before: line)
        case 1:
            lines[line - 1] = "X" + own
            try parsed.replace(line: line, with: "X")
        case 2:
            lines.remove(at: line - 1)
            try parsed.remove(line: line)
        default:
            lines[line - 1] += own.isEmpty ? ending : ""
            lines.insert("X" + ending, at: line)
            try parsed.insert("X", after: line)
        }
    }

    private static func ending(_ line: String) -> String {
        let bytes = Array(line.utf8)
        return bytes.suffix(2).elementsEqual([13, 10]) ? "\r\n" : (bytes.last == 10 ? "\n" : "")
    }
}
