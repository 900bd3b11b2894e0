import Bitstreams
import Failures
import ISOBaseMedia
import MediaProbing
import Mezzanines
import Testing

@testable import Packaging

/// `CODECS` of AAC without signalled SBR: taken from the frames, otherwise as given, never guessed.
struct AACProfileTests {
    /// Returns the bytes of bit fields, each "WIDTH'VALUE", padded to whole bytes.
    static func frame(_ fields: String) -> [UInt8] {
        var bits = fields.split(separator: " ").flatMap { field -> [UInt8] in
            let numbers = field.split(separator: "'").compactMap { UInt64($0) }
            return (0..<numbers[0]).reversed().map { UInt8(truncatingIfNeeded: numbers[1] >> $0 & 1) }
        }
        while bits.count % 8 > 0 { bits.append(0) }
        return stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    }

    /// A channel, and a pair with a common window, without bands (ISO/IEC 14496-3, 4.4.2.1 to 4.4.2.7).
    static let single = "3'0 4'0 8'100 1'0 2'0 1'0 6'0 1'0 3'0"
    static let pair = "3'1 4'0 1'1 1'0 2'0 1'0 6'0 1'0 2'0 8'100 3'0 8'100 3'0"
    /// A fill element with one byte of SBR data, and the end of the frame.
    static let bandReplication = " 3'6 4'1 8'208"
    static let end = " 3'7"

    static func track(_ frames: [[UInt8]], codecs: String? = nil) throws -> LadderTrack {
        var index = SampleIndex()
        var bytes: [UInt8] = []
        for (number, frame) in frames.enumerated() {
            index.append(
                MovieSample(
                    decodeTime: UInt64(number) * 1024,
                    duration: 1024,
                    compositionOffset: 0,
                    offset: UInt64(bytes.count),
                    size: UInt32(frame.count),
                    isSync: true,
                    descriptionIndex: 1
                )
            )
            bytes += frame
        }
        let source = try SampleMezzanine.track("h264-aac.mp4", .audio)
        return LadderTrack(
            input: PackagingInput("a.mp4") { $0.codecs = codecs },
            source: source.with(samples: index, bytes: InMemoryByteSource(bytes)),
            origin: 0
        )
    }

    static func repeated(_ fields: String, _ count: Int = 20) -> [[UInt8]] {
        [[UInt8]](repeating: frame(fields), count: count)
    }

    @Test(
        arguments: [
            (repeated(single + end), nil, "mp4a.40.2"), (repeated(pair + end), nil, "mp4a.40.2"),
            // A channel pair has no PS.
            (repeated(pair + bandReplication + end), nil, "mp4a.40.5"),
            (repeated(pair + bandReplication + end), "mp4a.40.5", "mp4a.40.5"),
            // A track with only one frame.
            (repeated(pair + end, 1), nil, "mp4a.40.2"),
            // Mono SBR without a header: PS cannot be detected, so the given value decides.
            (repeated(single + bandReplication + end), "mp4a.40.29", "mp4a.40.29"),
            // The frame is unreadable, so the given value decides.
            ([[0xFF, 0xFF]], "mp4a.40.2", "mp4a.40.2"),
        ] as [([[UInt8]], String?, String)]
    )
    func tells(frames: [[UInt8]], given: String?, codecs: String) throws {
        #expect(try AudioDescription(Self.track(frames, codecs: given)).codecs == codecs)
    }

    @Test(
        arguments: [
            (
                repeated(single + bandReplication + end), nil,
                "a.mp4: nothing tells whether the AAC of track 2"
            ),
            ([[0xFF, 0xFF]], nil, "a.mp4: nothing tells whether the AAC of track 2"),
            ([], nil, "a.mp4: nothing tells whether the AAC of track 2"),
            (
                repeated(pair + end), "mp4a.40.5",
                "a.mp4: codecs cannot be written (got mp4a.40.5, expected mp4a.40.2)"
            ),
            ([[0xFF, 0xFF]], "mp4a.40.42", "a.mp4: codecs cannot be written (got mp4a.40.42"),
        ] as [([[UInt8]], String?, String)]
    )
    func refusesToGuess(frames: [[UInt8]], given: String?, message: String) throws {
        let track = try Self.track(frames, codecs: given)
        let error = #expect(throws: RunFailure.self) { try AudioDescription(track) }
        #expect(try #require(error).description.hasPrefix(message))
    }

    /// The configuration of fragmented MP4 then signals SBR and PS; the rest of the sample entry stays.
    @Test(
        arguments: [
            // 0x2B7, object type 5, sbrPresentFlag and 96 kHz; for PS also 0x548 and psPresentFlag.
            ("mp4a.40.5", [0x11, 0x90, 0x56, 0xE5, 0x80]),
            ("mp4a.40.29", [0x11, 0x90, 0x56, 0xE5, 0x85, 0x48, 0x80]),
        ] as [(String, [UInt8])]
    )
    func announces(given: String, configuration: [UInt8]) throws {
        let track = try Self.track([[0xFF, 0xFF]], codecs: given)
        let sound = try AudioDescription(track)
        var request = PackagingRequest(inputs: [], output: "out")
        let announced = AACAnnouncement.announced(track, sound, request)
        #expect(SampleEntryProbe.track(of: announced.source.format, .audio)?.codecs.map(\.name) == [given])
        let after = try ElementaryStreamDescriptorBox(
            #require(announced.source.format.sampleEntry.first("esds")).box
        )
        #expect(after.decoderConfiguration.map(Array.init) == configuration)
        request.segmentFormat = .transportStream
        #expect(AACAnnouncement.announced(track, sound, request).source.format == track.source.format)
    }
}
