import HLSPlaylists
import TestRandomness
import Testing

@testable import Rewriting

/// A cut changes nothing for kept segments: keys, IVs, sections, byte ranges and sequence numbers.
struct WindowPropertyTests {
    private static let seeds = (0..<200).map { UInt64($0) }

    @Test(arguments: seeds)
    func keptSegmentsMeanTheSame(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let source = Self.playlist(&random)
        let before = try Self.read(source)
        let from = Int.random(in: 0...8, using: &random)
        let to = Int.random(in: (from + 1)...10, using: &random)
        let text = try RewriteFixture.rewrite(source) {
            $0.window = .span(from: .seconds(2 * from), to: .seconds(2 * to))
        }
        let after = try Self.read(text)
        let context = "seed \(seed), \(from)..<\(to):\n\(source)\n---\n\(text)"
        try #require(after.segments.count == to - from, "\(context)")
        for (old, new) in zip(before.segments[from..<to], after.segments) {
            #expect(old.uri == new.uri && old.mediaSequence == new.mediaSequence, "\(context)")
            #expect(old.byteRange == new.byteRange, "\(context)")
            #expect(Self.keys(old, before) == Self.keys(new, after), "\(context)")
            #expect(Self.section(old, before) == Self.section(new, after), "\(context)")
            #expect(Self.discontinuity(old, before) == Self.discontinuity(new, after), "\(context)")
        }
        let isWhole = from == 0 && to == 10
        #expect(!isWhole || text == source, "\(context)")
    }

    // MARK: What a segment means

    /// Returns the keys by format, each with the IV that a client uses.
    private static func keys(_ segment: MediaSegment, _ playlist: MediaPlaylist) -> [String: EncryptionKey] {
        var keys: [String: EncryptionKey] = [:]
        for var key in segment.keys.map({ playlist.keys[$0].value }) {
            if key.keyFormat == EncryptionKey.identity, key.iv == nil {
                key.iv = [UInt8](repeating: 0, count: 15) + [UInt8(truncatingIfNeeded: segment.mediaSequence)]
            }
            keys[key.keyFormat] = key
        }
        return keys
    }

    /// Describes the initialization section and its keys, without IVs of `identity`, which may be undefined.
    private static func section(_ segment: MediaSegment, _ playlist: MediaPlaylist) -> [String] {
        guard let section = segment.initializationSection.map({ playlist.initializationSections[$0] }) else {
            return []
        }
        let keys = section.keys.map { playlist.keys[$0].value }.map { key in
            let iv = key.keyFormat == EncryptionKey.identity ? "" : "\(key.iv ?? [])"
            return "\(key.method) \(key.uri ?? "") \(key.keyFormat) \(iv)"
        }
        return [section.uri, section.byteRange?.text ?? ""] + keys.sorted()
    }

    /// Returns the discontinuity sequence number (RFC 8216bis 6.2.1).
    private static func discontinuity(_ segment: MediaSegment, _ playlist: MediaPlaylist) -> UInt64 {
        let tags = playlist.document.lines(tagged: .discontinuity).count { $0.number < segment.uriLine }
        return playlist.discontinuitySequence + UInt64(tags)
    }

    private static func read(_ text: String) throws -> MediaPlaylist {
        try MediaPlaylist(PlaylistDocument(parsing: Array(text.utf8)))
    }

    // MARK: Playlists

    /// Returns ten segments of 2 s with random keys, sections, byte ranges and discontinuities.
    private static func playlist(_ random: inout SeededGenerator) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:2"]
        if Bool.random(using: &random) {
            lines.append("#EXT-X-MEDIA-SEQUENCE:\(Int.random(in: 0...99, using: &random))")
        }
        if Bool.random(using: &random) { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:5") }
        let hasRanges = Bool.random(using: &random)
        for index in 0..<10 {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                lines.append(tag(index, &random))
            }
            lines.append("#EXTINF:2,")
            if hasRanges { lines.append("#EXT-X-BYTERANGE:\(10 + index)" + (index == 0 ? "@7" : "")) }
            lines.append(hasRanges ? "m.mp4" : "\(index).ts")
        }
        return lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n") + "\n"
    }

    private static func tag(_ index: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: "#EXT-X-KEY:METHOD=NONE"
        case 1: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\(index)\""
        case 2: "#EXT-X-KEY:METHOD=SAMPLE-AES,IV=0x0\(index),URI=\"i\(index)\""
        case 3:
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://\(index)\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
        case 4: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:\(index)\",KEYFORMAT=\"com.microsoft.playready\""
        case 5: "#EXT-X-MAP:URI=\"i\(index).mp4\",BYTERANGE=\"5@\(index)\""
        case 6: "#EXT-X-DISCONTINUITY"
        case 7: "#EXT-X-DATERANGE:ID=\"\(index)\",START-DATE=\"2024-01-01T00:00:00Z\""
        default: "# a comment, or #EXT-X-VENDOR"
        }
    }
}
