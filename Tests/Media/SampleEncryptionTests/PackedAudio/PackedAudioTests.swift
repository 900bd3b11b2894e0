import Bitstreams
import SampleEncryption
import TestRandomness
import Testing

private typealias Media = SyntheticPackedAudio

struct PackedAudioTests {
    /// A tag before and after encryption.
    ///
    /// The audio description follows the timestamp, sizes grow, all else stays.
    struct TagCase: CustomTestStringConvertible {
        let testDescription: String
        let before: [UInt8]
        let after: [UInt8]
    }

    /// 37 bytes of owner, 8 of setup information and 2 of AudioSpecificConfig: AAC LC, 48 kHz, stereo.
    private static let description =
        Array("PRIV".utf8) + [0, 0, 0, 47, 0, 0] + Array(Media.descriptionOwner.utf8) + [0]
        + Array("zaac".utf8) + [0, 0, 1, 2, 0x11, 0x90]
    private static let text = Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0, 3, 0x41]

    static let tagCases = [
        TagCase(
            testDescription: "timestamp alone",
            before: Media.tag(Media.timestamp),
            after: Media.tag(Media.timestamp + description)
        ),
        TagCase(
            testDescription: "title behind it",
            before: Media.tag(Media.timestamp + text),
            after: Media.tag(Media.timestamp + description + text)
        ),
        TagCase(
            testDescription: "title before it, and padding",
            before: Media.tag(text + Media.timestamp + [0, 0, 0]),
            after: Media.tag(text + Media.timestamp + description + [0, 0, 0])
        ),
        TagCase(
            testDescription: "version 2.3",
            before: Media.tag(Media.timestamp, version: 3),
            after: Media.tag(Media.timestamp + description, version: 3)
        ),
        TagCase(
            testDescription: "experimental",
            before: Media.tag(Media.timestamp, flags: 0x20),
            after: Media.tag(Media.timestamp + description, flags: 0x20)
        ),
        TagCase(
            testDescription: "another tag before it",
            before: Media.tag(text) + Media.tag(Media.timestamp),
            after: Media.tag(text) + Media.tag(Media.timestamp + description)
        ),
        TagCase(
            testDescription: "a tag of another version before it",
            before: Media.tag([1, 2, 3], version: 2) + Media.tag(Media.timestamp),
            after: Media.tag([1, 2, 3], version: 2) + Media.tag(Media.timestamp + description)
        ),
        TagCase(
            testDescription: "two timestamps",
            before: Media.tag(Media.timestamp) + Media.tag(Media.timestamp),
            after: Media.tag(Media.timestamp + description) + Media.tag(Media.timestamp)
        ),
    ]

    @Test(arguments: tagCases, [1, 50, 100_000])
    func putsTheDescriptionIntoTheTag(tag: TagCase, pieces: Int) throws {
        let frames = Media.aac(size: 30)
        let (bytes, outcome) = try PackedAudioRun.encrypt(tag.before + frames, pieces: pieces)
        #expect(bytes == tag.after + frames)
        #expect(outcome.extent.length == UInt64(bytes.count))
        #expect(outcome.extent.map.outputOffset(of: UInt64(tag.before.count)) == UInt64(tag.after.count))
        let clear = try PackedAudioRun.invariant(tag.before + frames, key: nil, pieces: pieces)
        let decrypted = try PackedAudioRun.invariant(bytes, key: try PackedAudioRun.key(), pieces: pieces)
        #expect(clear.code == outcome.mac)
        #expect(decrypted.code == outcome.mac)
        #expect(decrypted.records.flatMap(\.1) == tag.before + frames)
    }

    /// Segments that are refused, and the offset.
    ///
    /// The surveyor refuses them or, for faults late in the segment, the encryptor.
    @Test(
        arguments: [
            ("nothing", [], 0),
            ("tag alone", Media.tag(Media.timestamp), 73),
            ("no tag", Media.aac(size: 30), 0),
            ("tag without timestamp", Media.tag(text) + Media.aac(size: 30), 22),
            (
                "timestamp of 34 bits",
                Media.tag(privateFrame([0, 0, 0, 2, 0, 0, 0, 0])) + Media.aac(size: 30), 0
            ),
            (
                "timestamp of 7 bytes", Media.tag(privateFrame([0, 0, 0, 0, 0, 0, 0])) + Media.aac(size: 30),
                0
            ),
            (
                "owner without its zero byte",
                Media.tag(Array("PRIV".utf8) + [0, 0, 0, 44, 0, 0] + Array(Media.timestampOwner.utf8))
                    + Media.aac(size: 30),
                64
            ),
            ("size with a high bit", [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0x80] + Media.timestamp, 6),
            (
                "frame past the tag",
                Media.tag(Array("PRIV".utf8) + [0, 0, 0, 9, 0, 0]) + Media.aac(size: 30), 20
            ),
            ("tag cut off", Array(Media.tag(Media.timestamp).prefix(40)), 0),
            ("neither tag nor frame", Media.tag(Media.timestamp) + [1, 2, 3], 73),
            ("frame cut off", Media.tag(Media.timestamp) + Media.aac(size: 30).dropLast(), 73),
            ("second frame cut off", Media.tag(Media.timestamp) + Media.aac(size: 30) + [0xFF, 0xF1], 103),
            ("something behind a frame", Media.tag(Media.timestamp) + Media.aac(size: 30) + [0, 0], 103),
            ("AAC behind AC-3", Media.tag(Media.timestamp) + Media.ac3 + Media.aac(size: 30), 73 + 256),
        ] as [(String, [UInt8], UInt64)]
    )
    func refusesMalformedSegments(name: String, segment: [UInt8], offset: UInt64) throws {
        let error = #expect(throws: SampleEncryptionError.self, "\(name)") {
            try PackedAudioRun.encrypt(segment)
        }
        guard case .malformed(let parseError) = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(parseError.offset == offset, "\(name)")
    }

    private static func privateFrame(_ data: [UInt8]) -> [UInt8] {
        Media.privateFrame(Media.timestampOwner, data)
    }

    @Test(
        arguments: [
            ("unsynchronisation", Media.tag(Media.timestamp, flags: 0x80) + Media.aac(size: 30)),
            ("an extended header", Media.tag(Media.timestamp, flags: 0x40) + Media.aac(size: 30)),
            ("a footer", Media.tag(Media.timestamp, flags: 0x10) + [UInt8](repeating: 0, count: 10)),
            ("version 2.2", Media.tag(Media.timestamp, version: 2) + Media.aac(size: 30)),
            ("MP3", Media.tag(Media.timestamp) + [0xFF, 0xFB, 0x90, 0x00]),
        ]
    )
    func refusesWhatItHasNoRuleFor(name: String, segment: [UInt8]) throws {
        let error = #expect(throws: SampleEncryptionError.self) { try PackedAudioRun.survey(segment) }
        guard case .unsupported(_, let what, let remedy) = error else {
            Issue.record("\(name): \(String(describing: error))")
            return
        }
        #expect(what.contains(name))
        #expect(!remedy.isEmpty)
    }

    @Test func refusesProtectedSegments() throws {
        let segment = Media.tag(Media.timestamp) + Media.aac(size: 100)
        let (bytes, _) = try PackedAudioRun.encrypt(segment)
        #expect(
            throws: SampleEncryptionError.alreadyEncrypted(offset: 0, what: "an audio description ('zaac')")
        ) {
            try PackedAudioRun.survey(bytes)
        }
    }

    @Test(
        arguments: [
            (.ac3, .zac3, Array(Media.ac3.prefix(10)), Media.ac3 + Media.ac3),
            (.ac3, .zac3, Array(Media.ac3.prefix(10)), Media.ac3),
            (.eac3, .zec3, [0x00, 0x80, 0x20, 0x04, 0x00], Media.eac3(type: 0) + Media.eac3(type: 0)),
        ] as [(SampleAESCodec, AudioSetupInformation.AudioType, [UInt8], [UInt8])]
    )
    func knowsCodecs(
        codec: SampleAESCodec,
        type: AudioSetupInformation.AudioType,
        setup: [UInt8],
        frames: [UInt8]
    ) throws {
        for pieces in [1, 1000] {
            let survey = try PackedAudioRun.survey(Media.tag(Media.timestamp) + frames, pieces: pieces)
            #expect(survey.codec == codec)
            #expect(survey.setup == AudioSetupInformation(audioType: type, setupData: setup))
        }
    }

    /// For random frames with tags between them, the protected segment has the invariant of the clear one.
    @Test func essenceIsThatOfTheClearSegment() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<40 {
            var segment = Media.tag(Media.timestamp)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                switch round % 3 {
                case 0: segment += Media.aac(size: Int.random(in: 8...400, using: &random))
                case 1: segment += Media.ac3
                default:
                    segment += Media.eac3(type: 0) + (Bool.random(using: &random) ? Media.eac3(type: 1) : [])
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    segment += Media.tag(random.bytes(Int.random(in: 0...120, using: &random)))
                }
            }
            let pieces = Int.random(in: 1...500, using: &random)
            let (bytes, outcome) = try PackedAudioRun.encrypt(segment, pieces: pieces)
            #expect(bytes != segment)
            let clear = try PackedAudioRun.invariant(segment, key: nil, pieces: pieces)
            let decrypted = try PackedAudioRun.invariant(bytes, key: try PackedAudioRun.key(), pieces: pieces)
            #expect(clear.records.flatMap(\.1) == segment, "seed \(seed)")
            #expect(decrypted.records.map(\.1) == clear.records.map(\.1), "seed \(seed)")
            #expect(decrypted.records.map(\.0) == clear.records.map(\.0), "seed \(seed)")
            #expect(decrypted.code == outcome.mac && clear.code == outcome.mac, "seed \(seed)")
        }
    }
}
