import Ciphers
import Foundation
import KeyStore
import Protection
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changed presentations of AES-256-GCM: for any changed bit the tag is wrong, with a source and without.
struct GCMMutationTests {
    private static let sample = "packed-audio/index.m3u8"
    private static let options = ProtectionOptions(keyURI: "https://k/{content_id}", method: .aes256GCM)
    private static let wrong = "decryption index.m3u8:9 8.aac"

    private static func flip(_ offset: Int, bit: Int) -> @Sendable (Title) throws -> Void {
        { try $0.editBytes(of: "out/8.aac") { $0[offset < 0 ? $0.count + offset : offset] ^= 1 << bit } }
    }

    /// The segments of the sample: 7.aac on line 7, 8.aac on line 9, 9.aac on line 11 of the result.
    static let mutations = flips + changes

    /// The changed bits: a byte offset, from the end of the segment if negative, and the bit number.
    private static let changedBits: [(name: String, place: Int, bit: Int)] = [
        ("the first bit of the IV", 0, 7), ("the last bit of the IV", 15, 0),
        ("the first bit of the ciphertext", 16, 7), ("a bit of the ciphertext", 5000, 3),
        ("the last bit of the ciphertext", -17, 0), ("the first bit of the tag", -16, 7),
        ("the last bit of the tag", -1, 0),
    ]

    private static let flips = changedBits.map { name, offset, bit in
        Mutation(name, sample, options, findings: [wrong], change: flip(offset, bit: bit))
    }

    private static let changes: [Mutation] = [
        Mutation("a byte less", sample, options, findings: [wrong]) {
            try $0.editBytes(of: "out/8.aac") { $0.removeLast() }
        },
        Mutation("a byte more", sample, options, findings: [wrong]) {
            try $0.editBytes(of: "out/8.aac") { $0.append(0) }
        },
        Mutation("fewer bytes than IV and tag", sample, options, findings: [wrong]) {
            try $0.editBytes(of: "out/8.aac") { $0.removeSubrange(31...) }
        },
        Mutation("nothing left", sample, options, findings: [wrong]) { try $0.write([], to: "out/8.aac") },
        Mutation("clear bytes", sample, options, findings: [wrong]) {
            try $0.write($0.clearBytes("8.aac"), to: "out/8.aac")
        },
        // Each segment decrypts with its own IV: only the order is wrong.
        Mutation(
            "two segments changed places",
            sample,
            options,
            findings: ["order index.m3u8:11 9.aac"]
        ) { try $0.swap("out/8.aac", "out/9.aac") },
        Mutation("an IV attribute", sample, options, findings: ["key-iv-of-gcm index.m3u8:5"]) {
            try $0.replace(
                "METHOD=AES-256-GCM,",
                with: "METHOD=AES-256-GCM,IV=0x00000000000000000000000000000001,",
                in: "out/index.m3u8"
            )
        },
        Mutation("another key format", sample, options, findings: ["key-line index.m3u8:5"]) {
            try $0.replace(
                "\"https://k/movie-42\"",
                with: "\"https://k/movie-42\",KEYFORMAT=\"com.example\"",
                in: "out/index.m3u8"
            )
        },
    ]

    @Test(arguments: mutations)
    func isFound(_ mutation: Mutation) throws {
        let title = try mutation.apply()
        let report = try title.verify()
        #expect(
            report.summaries.contains { found in mutation.findings.contains { found.hasPrefix($0) } },
            "\(report.findings)"
        )
        #expect(!report.holds)
        #expect(!(try title.verifyAgainstSource()).holds)
    }

    @Test(arguments: [
        "packed-audio/index.m3u8", "ts/video/240p/index.m3u8", "fmp4/video/240p/index.m3u8",
        "fmp4-byterange/index.m3u8",
    ])
    func holds(_ sample: String) throws {
        let title = try Title(sample: sample, Self.options)
        let report = try title.verifyAgainstSource()
        #expect(report.summaries == [])
        #expect(report.holds)
        #expect(try title.verify().summaries == [])
    }

    @Test func aSectionIsAMessage() throws {
        var options = Self.options
        options.policy.encryptsInitializationSections = true
        let title = try Title(sample: "fmp4/video/240p/index.m3u8", options)
        #expect(try title.verifyAgainstSource().holds)
        try title.editBytes(of: "out/init.mp4") { $0[$0.count - 1] ^= 1 }
        #expect(try title.verify().findings.contains { $0.rule == .decryption && $0.file == "init.mp4" })
    }

    /// A segment encrypted with the IV of another one; a second record of the key is of another title.
    @Test(arguments: [false, true]) func oneVectorOverTwoSegmentsIsFound(hasTwoRecords: Bool) throws {
        let title = try Title(sample: Self.sample, Self.options)
        let key = try #require(try title.store.allRecords().first).key
        let iv = try InitializationVector(bytes: Array(title.read("out/8.aac").prefix(16)))
        let clear = try title.clearBytes("9.aac")
        var encryptor = try SegmentGCMEncryptor(key: key, iv: iv)
        var ciphertext = clear
        var output = ciphertext.mutableSpan
        try encryptor.update(clear.span, into: &output)
        try title.write(iv.bytes + ciphertext + encryptor.finish(), to: "out/9.aac")
        if hasTwoRecords { try signal(key, as: "https://k/other", before: "9.aac", in: title) }
        let report = try title.verifyAgainstSource()
        let line = hasTwoRecords ? 12 : 11
        let found = report.findings.filter { $0.rule == .repeatedIV }
        #expect(found.map(\.line) == [line] && found.first?.message.contains("index.m3u8:9") == true)
        #expect(hasTwoRecords || report.findings.count == 1)
    }

    /// Gives a segment a key line of its own, for another record of the key.
    private func signal(_ key: ContentKey, as uri: String, before segment: String, in title: Title) throws {
        let draft = KeyDraft(identity: try KeyIdentity(contentID: ContentID("other"), track: "all"), key: key)
        let record = try #require(try title.store.findOrCreate([draft]).first)
        try title.store.signal(record, as: uri, by: "aes-256-gcm", in: title.output)
        try title.replace(
            segment,
            with: "#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"\(uri)\"\n\(segment)",
            in: "out/index.m3u8"
        )
    }

    /// A part of an AES-256-GCM message cannot be decrypted.
    @Test func aPartOfAMessageIsNone() throws {
        let title = try Title(sample: "fmp4-byterange/index.m3u8", Self.options)
        let text = try title.text("out/index.m3u8")
        let range = try #require(text.firstMatch(of: /#EXT-X-BYTERANGE:([0-9]+)/))
        let count = try #require(Int(range.1))
        try title.replace("\(range.0)", with: "#EXT-X-BYTERANGE:\(count - 1)", in: "out/index.m3u8")
        let message = try #require(try title.verify().findings.first { $0.rule == .decryption }?.message)
        #expect(message.contains("the tag is wrong") && message.contains("not a whole message"))
    }

    /// Equal bytes in two files count as one message.
    @Test func aCopyIsNoSecondMessage() throws {
        let title = try Title(sample: Self.sample, Self.options)
        try title.copy("out/8.aac", to: "out/copy.aac")
        try title.replace("9.aac", with: "copy.aac", in: "out/index.m3u8")
        #expect(try title.verify().findings.allSatisfy { $0.rule != .repeatedIV })
    }

    /// A key line with the URI of the key, but another method.
    @Test(arguments: [
        ("AES-256-GCM", "AES-128", ProtectionMethod.aes256GCM), ("AES-128", "AES-256-GCM", .aes128),
    ])
    func aKeyOfAnotherLengthIsFound(_ old: String, _ new: String, _ method: ProtectionMethod) throws {
        let title = try Title(
            sample: Self.sample,
            ProtectionOptions(keyURI: "https://k/{content_id}", iv: .constant, method: method)
        )
        let text = try title.text("out/index.m3u8").replacing("METHOD=\(old)", with: "METHOD=\(new)")
        try title.write(text, to: "out/index.m3u8")
        let report = try title.verify()
        #expect(
            report.findings.contains { $0.rule == .keyLine && $0.message.contains("bytes (METHOD=\(new)") }
        )
        #expect(!report.holds)
    }
}
