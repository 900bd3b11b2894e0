import TestRandomness

/// A random document: its lines, each with its line ending.
struct RandomPlaylist {
    private static let contents = [
        "", " ", "#", "# comment", "#EXT-X-CUE-OUT:30", "#EXTINF:5.994666666666667,", "seg ment.ts",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"a,b\"", "ü/日本.m4s?a=1&b={$x}", "\t\r", "#EXT-X-ENDLIST", "a\rb",
        "#EXT-X-VERSION:3",
    ]

    var lines: [String]

    init(using generator: inout SeededGenerator) {
        let hasMark = Bool.random(using: &generator)
        lines = [(hasMark ? "\u{FEFF}" : "") + "#EXTM3U"]
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            lines.append(Self.contents.randomElement(using: &generator) ?? "")
        }
        for index in lines.indices {
            lines[index] += Bool.random(using: &generator) ? "\n" : "\r\n"
        }
        if Bool.random(using: &generator) {
            // An empty last line without ending would not count as a line.
            let last = String(lines[lines.count - 1].dropLast()) + "x"
            lines[lines.count - 1] = lines.count == 1 ? String(lines[0].dropLast()) : last
        }
    }

    var bytes: [UInt8] { Array(lines.joined().utf8) }
}
