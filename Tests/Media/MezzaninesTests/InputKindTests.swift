import Bitstreams
import Mezzanines
import Testing

/// Detection of the kind of an input by its first bytes; which reader reports the error shows the kind.
struct InputKindTests {
    private static func error(_ bytes: [UInt8]) -> MezzanineError? {
        #expect(throws: MezzanineError.self) { try Mezzanine.read(path: "in", InMemoryByteSource(bytes)) }
    }

    @Test(
        arguments: [
            ("an empty file", []),
            ("Matroska", [0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4]),
            ("RIFF", Array("RIFF\0\0\0\0WAVE".utf8)),
            ("Ogg", Array("OggS\0\0\0\0".utf8)),
            ("FLAC", Array("fLaC\0\0\0\0".utf8)),
            ("playlist", Array("#EXTM3U\n".utf8)),
            ("program stream", [0, 0, 1, 0xBA, 0x44]),
            ("byte stream", [0, 0, 0, 1, 9, 0xF0]),
            ("unknown", [0x47 + 1, 2, 3]),
            ("unknown", Array("WEBVT".utf8)),
            // Sync bytes that end after three packets.
            ("unknown", packets(size: 188, count: 3) + zeros(300)),
        ] as [(String, [UInt8])]
    )
    func othersAreRefused(excerpt: String, bytes: [UInt8]) {
        guard case .unsupported("in", let what, let fix)? = Self.error(bytes) else {
            Issue.record("\(excerpt)")
            return
        }
        #expect(what.contains(excerpt), "\(what)")
        #expect(fix.contains("ffmpeg -i IN -c copy OUT.mp4"))
    }

    private static func packets(size: Int, count: Int, phase: Int = 0) -> [UInt8] {
        zeros(phase) + (0..<count).flatMap { _ in [0x47, 0x1F, 0xFF, 0x10] + zeros(size - 4) }
    }

    /// Null packets are no media, so the error comes from the transport stream reader, not from detection.
    @Test(
        arguments: [
            packets(size: 188, count: 30), packets(size: 188, count: 1),
            packets(size: 192, count: 30, phase: 4),
            packets(size: 204, count: 30), packets(size: 188, count: 30, phase: 100),
        ]
    )
    func transportStreamsAreKnown(bytes: [UInt8]) {
        // For a file of unknown kind the error would be `unsupported`.
        guard case .malformed("in", _)? = Self.error(bytes) else {
            Issue.record()
            return
        }
    }

    @Test(
        arguments: [
            // An ID3 tag without a frame after it, and the beginning of an AC-3 frame.
            Array("ID3".utf8) + zeros(7), [0x0B, 0x77, 0, 0, 0, 0x40, 0x2F, 0x84],
        ] as [[UInt8]]
    )
    func packedAudioIsKnown(bytes: [UInt8]) {
        guard case .malformed("in", _)? = Self.error(bytes) else {
            Issue.record()
            return
        }
    }

    /// One complete AAC frame: a header of seven bytes and one more byte.
    @Test func aFrameIsPackedAudio() throws {
        let frame: [UInt8] = [0xFF, 0xF1, 0x4C, 0x80, 0x01, 0x1F, 0xFC, 0]
        let input = try Mezzanine.read(path: "in", InMemoryByteSource(frame))
        #expect(input.kind == .packedAudio)
        #expect(input.tracks.map(\.samples.count) == [1])
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func textIsGivenOut(mark: String) throws {
        let text = Array((mark + "WEBVTT\n\n00:00.000 --> 00:01.000\nText\n").utf8)
        let mezzanine = try Mezzanine.read(path: "in", InMemoryByteSource(text))
        #expect(mezzanine.kind == .webVTT)
        #expect(mezzanine.text == text)
        #expect(mezzanine.tracks.isEmpty)
    }

    /// UTF-16 in both byte orders, by its byte order mark.
    @Test(arguments: [[0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]])
    func textInUTF16IsRead(mark: [UInt8]) throws {
        let text = "WEBVTT\n\n00:00.000 --> 00:01.000\nna\u{EF}ve \u{1F600}\n"
        let units = text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return mark == [0xFE, 0xFF] ? bytes : bytes.reversed()
        }
        let mezzanine = try Mezzanine.read(path: "in", InMemoryByteSource(mark + units))
        #expect(mezzanine.kind == .webVTT)
        #expect(mezzanine.text == Array(text.utf8))
        #expect(mezzanine.notes.count == 1)
        let odd = #expect(throws: MezzanineError.self) {
            try Mezzanine.read(
                path: "in",
                InMemoryByteSource(mark + units + Array(repeating: 0x20, count: 4097))
            )
        }
        guard case .malformed? = odd else {
            Issue.record("\(String(describing: odd))")
            return
        }
    }

    /// A source that reports a size larger than its content.
    private final class Claimed: ByteSource, ByteSourceReader {
        let size: UInt64

        init(size: UInt64) { self.size = size }

        func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

        func isUnchanged() -> Bool { true }

        func read(
            into buffer: inout [UInt8],
            _ range: Range<Int>,
            at offset: UInt64
        ) throws(ByteSourceError) -> Int {
            try InMemoryByteSource(Array("WEBVTT\n".utf8)).read(into: &buffer, range, at: offset)
        }
    }

    @Test
    func textIsNotLargerThanItsLimit() {
        let large = #expect(throws: MezzanineError.self) {
            try Mezzanine.read(path: "in", Claimed(size: 1 << 26 + 1))
        }
        guard case .unsupported? = large else {
            Issue.record()
            return
        }
        let short = #expect(throws: MezzanineError.self) {
            try Mezzanine.read(path: "in", Claimed(size: 100))
        }
        #expect(short == .bytes(path: "in", .changed(path: "in")))
    }

    /// A `moov` above the limit is refused before anything is allocated for it.
    @Test
    func movieBoxesAreNotLargerThanTheirLimit() {
        final class Movie: ByteSource, ByteSourceReader {
            let size: UInt64 = 1 << 32

            func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

            func isUnchanged() -> Bool { true }

            func read(
                into buffer: inout [UInt8],
                _ range: Range<Int>,
                at offset: UInt64
            ) throws(ByteSourceError) -> Int {
                let start = InMemoryByteSource([0x20, 0, 0, 0] + Array("moov".utf8) + zeros(4096))
                return try start.read(into: &buffer, range, at: offset)
            }
        }
        let error = #expect(throws: MezzanineError.self) { try Mezzanine.read(path: "in", Movie()) }
        guard case .malformed(_, let fault)? = error else {
            Issue.record()
            return
        }
        #expect(fault.description == "byte 0: size of box 'moov' 536870912, expected at most 268435456")
    }
}
