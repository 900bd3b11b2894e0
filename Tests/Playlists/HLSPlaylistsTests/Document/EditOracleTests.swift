import HLSPlaylists
import PlaylistFixtures
import TestRandomness
import Testing

/// Any sequence of edits has the result of the same edits of a list of strings.
@Suite struct EditOracleTests {
    @Test func editsAgreeWithAListOfStrings() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let bytes = RandomPlaylist(using: &generator).bytes
            var parsed = try PlaylistDocument(parsing: bytes)
            var naive = NaiveDocument(String(decoding: bytes, as: UTF8.self))
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                try Self.edit(&parsed, &naive, using: &generator)
            }
            let written = parsed.serialized()
            #expect(written == naive.bytes, "seed \(seed)")
            var pieces: [UInt8] = []
            parsed.write { piece in pieces += piece.indices.map { piece[$0] } }
            #expect(pieces == written, "seed \(seed)")
        }
    }

    private static func edit(
        _ parsed: inout PlaylistDocument,
        _ naive: inout NaiveDocument,
        using generator: inout SeededGenerator
    ) throws {
        let text = ["", "X", "#EXT-X-KEY:A=1", "ü"].randomElement(using: &generator) ?? ""
        let line = Int.random(in: 1...naive.count, using: &generator)
        switch Int.random(in: line == 1 ? 0...0 : 0...6, using: &generator) {
        case 0:
            naive.insert(text, after: line)
            try parsed.insert(text, after: line)
        case 1:
            naive.insert(text, before: line)
            try parsed.insert(text, before: line)
        case 2:
            naive.replace(line, with: text)
            try parsed.replace(line: line, with: text)
        case 3:
            naive.replace(line, with: nil)
            try parsed.remove(line: line)
        case 4: try editPart(line, text, &parsed, &naive, using: &generator)
        default: try editAttribute(line, &parsed, &naive, using: &generator)
        }
    }

    private static func editPart(
        _ line: Int,
        _ text: String,
        _ parsed: inout PlaylistDocument,
        _ naive: inout NaiveDocument,
        using generator: inout SeededGenerator
    ) throws {
        guard let content = naive.content(line) else { return }
        let scalars = content.unicodeScalars
        let lower = Int.random(in: 0...scalars.count, using: &generator)
        let upper = Int.random(in: lower...scalars.count, using: &generator)
        let start = String(String.UnicodeScalarView(scalars.prefix(lower)))
        let rest = String(String.UnicodeScalarView(scalars.dropFirst(upper)))
        let columns = (start.utf8.count + 1)..<(content.utf8.count - rest.utf8.count + 1)
        naive.replace(line, with: start + text + rest)
        try parsed.replaceText(in: columns, with: text, line: line)
    }

    /// The reference uses `AttributeList`, which builds a new list, as the document never does.
    private static func editAttribute(
        _ line: Int,
        _ parsed: inout PlaylistDocument,
        _ naive: inout NaiveDocument,
        using generator: inout SeededGenerator
    ) throws {
        let name = ["URI", "METHOD", "A", "B"].randomElement(using: &generator) ?? ""
        let value = AttributeValue.quotedString(["", "a,b", "ü"].randomElement(using: &generator) ?? "")
        let isRemoval = Bool.random(using: &generator)
        guard let content = naive.content(line), content.hasPrefix("#EXT-X-KEY:"),
            let list = try? document("#EXTM3U\n" + content).line(2).attributes()
        else { return }
        let changed = try isRemoval ? list.removing(name) : list.replacing(name, with: value)
        naive.replace(line, with: changed.tagLine(.key))
        if isRemoval {
            try parsed.removeAttribute(name, line: line)
        } else {
            try parsed.setAttribute(name, to: value, line: line)
        }
    }
}
