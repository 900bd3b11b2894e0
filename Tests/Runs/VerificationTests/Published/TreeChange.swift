import ProtectionTerms
import Testing

/// A change to a published tree that leaves it decryptable, and the findings that it must cause.
struct TreeChange: CustomTestStringConvertible, Sendable {
    /// A protected sample, with some of its files.
    struct Result: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sample: String
        let options: @Sendable () -> ProtectionOptions
        /// A media playlist, in `out`.
        let playlist: String
        /// Two media files, in `out`.
        let media: (String, String)

        static let all = [
            Result(
                testDescription: "TS, AES-128",
                sample: "ts/multivariant.m3u8",
                options: { ProtectionOptions() },
                playlist: "video/240p/index.m3u8",
                media: ("video/240p/segment0.ts", "video/240p/segment1.ts")
            ),
            Result(
                testDescription: "TS, SAMPLE-AES",
                sample: "ts/multivariant.m3u8",
                options: { .sampleAES() },
                playlist: "video/240p/index.m3u8",
                media: ("video/240p/segment0.ts", "video/240p/segment1.ts")
            ),
            Result(
                testDescription: "fMP4, AES-128",
                sample: "fmp4/multivariant.m3u8",
                options: { ProtectionOptions() },
                playlist: "video/240p/index.m3u8",
                media: ("video/240p/segment0.m4s", "video/240p/segment1.m4s")
            ),
            Result(
                testDescription: "fMP4, cbcs",
                sample: "fmp4/multivariant.m3u8",
                options: { ProtectionOptions.sampleAES() },
                playlist: "video/240p/index.m3u8",
                media: ("video/240p/segment0.m4s", "video/240p/segment1.m4s")
            ),
            Result(
                testDescription: "packed audio, AES-128",
                sample: "packed-audio/index.m3u8",
                options: { ProtectionOptions() },
                playlist: "index.m3u8",
                media: ("7.aac", "8.aac")
            ),
            Result(
                testDescription: "packed audio, SAMPLE-AES",
                sample: "packed-audio/index.m3u8",
                options: { .sampleAES() },
                playlist: "index.m3u8",
                media: ("7.aac", "8.aac")
            ),
            Result(
                testDescription: "packed audio, AES-256-GCM",
                sample: "packed-audio/index.m3u8",
                options: { ProtectionOptions(method: .aes256GCM) },
                playlist: "index.m3u8",
                media: ("7.aac", "8.aac")
            ),
        ]
    }

    let testDescription: String
    /// Applies the change and returns the summaries of the expected findings.
    let apply: @Sendable (Title, Result) throws -> [String]

    /// Returns a change of lines; `edit` returns the line of the finding, counted from 1.
    static func lines(
        _ name: String,
        _ edit: @escaping @Sendable (inout [String]) throws -> Int
    ) -> TreeChange {
        TreeChange(testDescription: name) { title, result in
            var line = 0
            let name = "out/" + result.playlist
            // Splits bytes and not characters: CRLF is a single character.
            var lines = try title.read(name).split(separator: 10, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            line = try edit(&lines)
            try title.write(lines.joined(separator: "\n"), to: name)
            return ["playlist-changed \(result.playlist):\(line)"]
        }
    }

    static let all: [TreeChange] = [
        .lines("ENDLIST removed") { lines in
            let index = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-ENDLIST") })
            lines.remove(at: index)
            return index
        },
        .lines("EXTINF changed") { lines in
            let index = try #require(lines.lastIndex { $0.hasPrefix("#EXTINF:") })
            lines[index] = "#EXTINF:3.9,"
            return index + 1
        },
        .lines("the last segment dropped") { lines in
            let index = try #require(lines.lastIndex { $0.hasPrefix("#EXTINF:") })
            lines.removeSubrange(index...index + 1)
            return index + 1
        },
        .lines("a comment added") { lines in
            lines.insert("#made elsewhere", at: 2)
            return 3
        },
        .lines("another ending of a line") { lines in
            if lines[1].utf8.last == 13 { lines[1].unicodeScalars.removeLast() } else { lines[1] += "\r" }
            return 2
        },
        .lines("a blank at the end of a line") { lines in
            let index = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-TARGETDURATION") })
            lines[index] += " "
            return index + 1
        },
        TreeChange(testDescription: "a file added") { title, result in
            try title.write("nobody names it", to: "out/new.txt")
            return ["file-changed \(title.entry) new.txt"]
        },
        TreeChange(testDescription: "a file removed") { title, result in
            try title.remove("out/" + result.media.0)
            return ["file-changed \(title.entry) \(result.media.0)"]
        },
        TreeChange(testDescription: "a file cut") { title, result in
            try title.editBytes(of: "out/" + result.media.0) { $0.removeLast(188) }
            return ["file-changed \(title.entry) \(result.media.0)"]
        },
        TreeChange(testDescription: "two files swapped") { title, result in
            try title.swap("out/" + result.media.0, "out/" + result.media.1)
            return [result.media.0, result.media.1].map { "file-changed \(title.entry) \($0)" }
        },
        TreeChange(testDescription: "a file that nobody serves") { title, _ in
            try title.write("", to: "out/.DS_Store")
            return []
        },
    ]
}
