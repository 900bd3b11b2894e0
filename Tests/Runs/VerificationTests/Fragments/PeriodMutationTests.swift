import Foundation
import Protection
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changes to fMP4 with a key for each of three segments, or with a clear lead of one segment.
struct PeriodMutationTests {
    private static let sample = "fmp4/video/240p/index.m3u8"
    private static let playlist = "out/index.m3u8"
    private static let segment = "out/segment1.m4s"

    private static func options(
        _ systems: [KeySystem],
        _ form: RotationForm = .sections,
        clearLead: Duration = .zero,
        rotation: Duration? = .seconds(4)
    ) -> ProtectionOptions {
        var options = ProtectionOptions.sampleAES(systems: systems, clearLead: clearLead, rotation: rotation)
        options.policy.rotationForm = form
        return options
    }

    /// Returns the indexes of the key lines of each period.
    private static func keyLines(_ lines: [String]) -> [[Int]] {
        var periods: [[Int]] = []
        for (index, line) in lines.enumerated() where line.hasPrefix("#EXT-X-KEY") {
            if periods.last?.last == index - 1 {
                periods[periods.count - 1].append(index)
            } else {
                periods.append([index])
            }
        }
        return periods
    }

    /// One initialization section for each period: `init.mp4`, `init.key1.mp4`, `init.key2.mp4`.
    static let sections = [
        FragmentMutation(
            "sections that changed places",
            [1, 2].flatMap { ["signalling init.key\($0).mp4", "stream segment\($0).m4s"] }
        ) { try $0.swap("out/init.key1.mp4", "out/init.key2.mp4") },
        FragmentMutation("the section of another period", ["signalling init.mp4", "stream segment1.m4s"]) {
            try $0.replace("init.key1.mp4", with: "init.mp4", in: playlist)
        },
        FragmentMutation("no EXT-X-MAP for a period", ["signalling init.mp4", "stream segment1.m4s"]) {
            try $0.editLines(of: playlist) { $0.removeAll { $0.contains("init.key1.mp4") } }
        },
        FragmentMutation("no key line for a period", ["signalling init.key1.mp4", "stream segment1.m4s"]) {
            try $0.editLines(of: playlist) { lines in
                for index in keyLines(lines)[1].reversed() { lines.remove(at: index) }
            }
        },
        FragmentMutation("no key line at all", ["", ".key1", ".key2"].map { "signalling init\($0).mp4" }) {
            try $0.editLines(of: playlist) { $0.removeAll { $0.hasPrefix("#EXT-X-KEY") } }
        },
        // It decrypts to garbage, but its times are those of the previous segment. About once in a thousand
        // times the garbage contains a start code.
        FragmentMutation(
            "the segment of another period",
            ["media-digest"],
            byChance: ["stream segment2.m4s"]
        ) {
            try $0.write(try $0.read(segment), to: "out/segment2.m4s")
        },
        // The common system: version 1, flags, SystemID, one KID.
        FragmentMutation("KID in pssh", ["signalling init.mp4"]) {
            try $0.change("out/init.mp4", "moov/pssh", at: 24) { $0 ^= 1 }
        },
        FragmentMutation("the size of data in pssh", ["stream init.mp4"]) {
            try $0.change("out/init.mp4", "moov/pssh", 1, at: 23) { $0 ^= 1 }
        },
        FragmentMutation("another box in place of pssh", ["media-digest"]) {
            try $0.rename("out/init.mp4", "moov/pssh", to: "free")
        },
        FragmentMutation("another IV in a key line", ["key-line"]) {
            let text = try $0.text(playlist)
            let start = try #require(text.range(of: "IV=0x")).upperBound
            let digit = text[start] == "0" ? "1" : "0"
            try $0.write(
                text.replacingCharacters(in: start..<text.index(after: start), with: digit),
                to: playlist
            )
        },
        FragmentMutation("Widevine's URI of another period", ["key-line"]) {
            try $0.editLines(of: playlist) { lines in
                let periods = keyLines(lines)
                lines[periods[1][1]] = lines[periods[0][1]]
            }
        },
        FragmentMutation("the other method", ["key-line"]) {
            // The line of FairPlay is the first of each period.
            try $0.editLines(of: playlist) { lines in
                for line in lines.indices where lines[line].contains("streamingkeydelivery") {
                    lines[line] = lines[line].replacing("SAMPLE-AES", with: "SAMPLE-AES-CTR")
                }
            }
        },
    ]

    @Test(arguments: sections.dropLast())
    func isFoundInSections(_ mutation: FragmentMutation) throws {
        try mutation.check(try Title(sample: Self.sample, Self.options([.identity, .widevine])))
    }

    /// FairPlay does not support SAMPLE-AES-CTR, which the linter reports as well.
    @Test func fairPlayOfCENC() throws {
        let title = try Title(sample: Self.sample, Self.options([.fairPlay], rotation: nil))
        try Self.sections.last?.change(title)
        let report = try title.verify()
        #expect(
            report.findings.contains { $0.isError && $0.rule == .keyLine && $0.message.contains("FairPlay") }
        )
        #expect(!report.holds)
    }

    /// Sample groups with one entry.
    ///
    /// `sgpd`: version, flags, type, default_length, entry_count, then an entry with the fields of `tenc`.
    /// `sbgp`: version, flags, type, entry_count, sample_count, index.
    static let groups = [
        FragmentMutation("KID of a group", ["stream segment1.m4s"]) {
            try $0.change(segment, "moof/traf/sgpd", at: 20) { $0 ^= 1 }
        },
        FragmentMutation("IV of a group", ["stream segment1.m4s"]) {
            try $0.change(segment, "moof/traf/sgpd", at: 37) { $0 ^= 1 }
        },
        FragmentMutation("index of a group", ["not-checked segment1.m4s"]) {
            try $0.change(segment, "moof/traf/sbgp", at: 19) { $0 = 2 }
        },
        // The high byte of the count; the behavior of readers is undefined.
        FragmentMutation("more samples in a group than there are", ["stream segment1.m4s"]) {
            try $0.change(segment, "moof/traf/sbgp", at: 12) { $0 = 1 }
        },
        FragmentMutation("no assignment to a group", ["stream segment1.m4s"]) {
            try $0.rename(segment, "moof/traf/sbgp", to: "free")
        },
        FragmentMutation("no description of a group", ["not-checked segment1.m4s"]) {
            try $0.rename(segment, "moof/traf/sgpd", to: "free")
        },
        FragmentMutation("the segment of another period", ["stream segment2.m4s"]) {
            try $0.write(try $0.read(segment), to: "out/segment2.m4s")
        },
    ]

    @Test(arguments: groups)
    func isFoundInGroups(_ mutation: FragmentMutation) throws {
        try mutation.check(try Title(sample: Self.sample, Self.options([.fairPlay], .seig)))
    }

    /// The encrypted sample entry is the first, the clear one the second.
    static let clearStart = [
        // Flags and track_ID precede the index.
        FragmentMutation("the encrypted entry over a clear fragment", ["signalling segment0.m4s"]) {
            try $0.change("out/segment0.m4s", "moof/traf/tfhd", at: 11) { $0 = 1 }
        },
        FragmentMutation(
            "entries that changed places",
            ["signalling init.mp4"] + (0..<3).map { "signalling segment\($0).m4s" }
        ) {
            try $0.editBytes(of: "out/init.mp4") { bytes in
                let boxes = BoxRanges(bytes)
                let path = "moov/trak/mdia/minf/stbl/stsd/"
                guard let first = boxes.all(path + "encv").first,
                    let second = boxes.all(path + "avc1").first
                else { return }
                bytes.replaceSubrange(
                    first.lowerBound..<second.upperBound,
                    with: bytes[second] + bytes[first]
                )
            }
        },
        // The exchanged section also has another key id.
        FragmentMutation(
            "the section of another title",
            ["signalling init.mp4"] + (0..<3).map { "stream segment\($0).m4s" }
        ) {
            let other = try Title(sample: sample, options([.fairPlay], rotation: nil))
            try $0.write(try other.read("out/init.mp4"), to: "out/init.mp4")
        },
        FragmentMutation("a clear segment under the key", ["signalling segment1.m4s"]) {
            try $0.write(try $0.read("out/segment0.m4s"), to: segment)
        },
        FragmentMutation("an encrypted segment in front of the key", ["signalling segment0.m4s"]) {
            try $0.write(try $0.read(segment), to: "out/segment0.m4s")
        },
    ]

    @Test(arguments: clearStart)
    func isFoundInClearStart(_ mutation: FragmentMutation) throws {
        try mutation.check(
            try Title(sample: Self.sample, Self.options([.fairPlay], clearLead: .seconds(4), rotation: nil))
        )
    }
}
