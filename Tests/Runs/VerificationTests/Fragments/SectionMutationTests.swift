import Foundation
import ProtectionTerms
import Testing

/// Changes to single fields of initialization sections (ISO/IEC 23001-7, 8.2; ISO/IEC 14496-12, 8.12).
struct SectionMutationTests {
    private static let sample = "fmp4/video/240p/index.m3u8"
    private static let section = "out/init.mp4"
    private static let track = "moov/trak/mdia/minf/stbl/stsd/encv"
    private static let tenc = track + "/sinf/schi/tenc"

    /// Returns the error of the section and those of its three segments, but `not-checked` only once.
    private static func both(_ first: String, _ rule: String) -> [String] {
        [first + " init.mp4"] + (rule == "not-checked" ? 0..<1 : 0..<3).map { "\(rule) segment\($0).m4s" }
    }

    /// `tenc` of cbcs: version, 3 flags, reserved, pattern, isProtected, Per_Sample_IV_Size, KID of 16,
    /// constant_IV_size, constant IV.
    static let cbcs = [
        // Version 0 has no pattern: all blocks are decrypted.
        FragmentMutation("version of tenc", ["signalling init.mp4"]) {
            try $0.change(section, tenc, at: 0) { $0 = 0 }
        },
        FragmentMutation("a version of tenc that there is not", both("stream", "not-checked")) {
            try $0.change(section, tenc, at: 0) { $0 = 2 }
        },
        FragmentMutation("no skipped blocks", ["signalling init.mp4"]) {
            try $0.change(section, tenc, at: 5) { $0 = 0x10 }
        },
        FragmentMutation("nothing encrypted in the pattern", both("stream", "not-checked")) {
            try $0.change(section, tenc, at: 5) { $0 = 0x09 }
        },
        FragmentMutation("isProtected", both("stream", "not-checked")) {
            try $0.change(section, tenc, at: 6) { $0 = 0 }
        },
        FragmentMutation("Per_Sample_IV_Size", both("stream", "not-checked")) {
            try $0.change(section, tenc, at: 7) { $0 = 8 }
        },
        FragmentMutation("KID", both("signalling", "stream")) {
            try $0.change(section, tenc, at: 8) { $0 ^= 1 }
        },
        FragmentMutation("constant_IV_size", both("stream", "not-checked")) {
            try $0.change(section, tenc, at: 24) { $0 = 8 }
        },
        FragmentMutation("constant IV", both("signalling", "stream")) {
            try $0.change(section, tenc, at: 40) { $0 ^= 1 }
        },
        // Players may know this pattern, FairPlay does not: a warning, and `verify` cannot decrypt it.
        FragmentMutation("pattern of 5:5", ["not-checked segment0.m4s"]) {
            try $0.change(section, tenc, at: 5) { $0 = 0x55 }
        },
        FragmentMutation("no tenc", both("stream", "not-checked")) {
            try $0.rename(section, tenc, to: "free")
        },
        // Version and flags precede the scheme; the pattern, which cenc does not have, stays.
        FragmentMutation("cenc for cbcs", both("signalling", "not-checked")) {
            try $0.change(section, track + "/sinf/schm", at: 6) { $0 = UInt8(ascii: "n") }
            try $0.change(section, track + "/sinf/schm", at: 5) { $0 = UInt8(ascii: "e") }
            try $0.change(section, track + "/sinf/schm", at: 7) { $0 = UInt8(ascii: "c") }
        },
        FragmentMutation("another scheme", both("not-checked", "not-checked")) {
            try $0.change(section, track + "/sinf/schm", at: 7) { $0 = UInt8(ascii: "1") }
        },
        FragmentMutation("no schm", both("stream", "not-checked")) {
            try $0.rename(section, track + "/sinf/schm", to: "free")
        },
        // The clear section has another sample entry, which its digest shows.
        FragmentMutation("avc1 to dva1 in frma", ["media-digest"]) {
            try $0.editBytes(of: section) { bytes in
                guard let body = try? BoxRanges(bytes).body(track + "/sinf/frma") else { return }
                bytes.replaceSubrange(body, with: "dva1".utf8)
            }
        },
        FragmentMutation("avc1 to hvc1 in frma", both("stream", "not-checked")) {
            try $0.editBytes(of: section) { bytes in
                guard let body = try? BoxRanges(bytes).body(track + "/sinf/frma") else { return }
                bytes.replaceSubrange(body, with: "hvc1".utf8)
            }
        },
        FragmentMutation("a format without a rule in frma", both("not-checked", "not-checked")) {
            try $0.editBytes(of: section) { bytes in
                guard let body = try? BoxRanges(bytes).body(track + "/sinf/frma") else { return }
                bytes.replaceSubrange(body, with: "vp09".utf8)
            }
        },
        FragmentMutation("an entry that is not called encrypted", both("signalling", "not-checked")) {
            try $0.rename(section, track, to: "avc1")
        },
        // The whole entry is then clear: 'free' instead of 'sinf' makes a different section.
        FragmentMutation("no sinf", both("stream", "not-checked")) {
            try $0.rename(section, track + "/sinf", to: "free")
        },
        // After 6 reserved bytes, data_reference_index and 16 more bytes: width.
        FragmentMutation("width of the picture", ["media-digest"]) {
            try $0.change(section, track, at: 25) { $0 ^= 1 }
        },
        FragmentMutation("brand", ["media-digest"]) { try $0.change(section, "ftyp", at: 3) { $0 ^= 1 } },
        FragmentMutation("timescale", ["media-digest"]) {
            try $0.change(section, "moov/trak/mdia/mdhd", at: 15) { $0 ^= 1 }
        },
        // After version, flags and track_ID.
        FragmentMutation("default sample description", (0..<3).map { "stream segment\($0).m4s" }) {
            try $0.change(section, "moov/mvex/trex", at: 11) { $0 = 2 }
        },
        FragmentMutation("the clear section", both("signalling", "signalling")) {
            try $0.remove(section)
            try $0.copySample("fmp4/video/240p/init.mp4", to: section)
        },
        FragmentMutation("the section of another rendition", both("signalling", "stream")) {
            let other = try Title(sample: "fmp4/video/720p/index.m3u8", .sampleAES(systems: [.fairPlay]))
            try $0.write(try other.read(section), to: section)
        },
    ]

    @Test(arguments: cbcs)
    func isFoundOfCBCS(_ mutation: FragmentMutation) throws {
        try mutation.check(try Title(sample: Self.sample, .sampleAES(systems: [.fairPlay])))
    }

    /// `tenc` of cenc: as above, with nothing after KID.
    static let cenc = [
        FragmentMutation("Per_Sample_IV_Size", (0..<3).map { "stream segment\($0).m4s" }) {
            try $0.change(section, tenc, at: 7) { $0 = 16 }
        },
        FragmentMutation("KID", both("signalling", "stream")) {
            try $0.change(section, tenc, at: 23) { $0 ^= 1 }
        },
        FragmentMutation("cbcs for cenc", both("signalling", "stream")) {
            try $0.change(section, track + "/sinf/schm", at: 5) { $0 = UInt8(ascii: "b") }
            try $0.change(section, track + "/sinf/schm", at: 6) { $0 = UInt8(ascii: "c") }
            try $0.change(section, track + "/sinf/schm", at: 7) { $0 = UInt8(ascii: "s") }
        },
        FragmentMutation("a pattern", both("signalling", "not-checked")) {
            try $0.change(section, tenc, at: 0) { $0 = 1 }
            try $0.change(section, tenc, at: 5) { $0 = 0x19 }
        },
    ]

    @Test(arguments: cenc)
    func isFoundOfCENC(_ mutation: FragmentMutation) throws {
        try mutation.check(
            try Title(sample: Self.sample, ProtectionOptions(method: .sampleAESCTR, systems: [.identity]))
        )
    }
}
