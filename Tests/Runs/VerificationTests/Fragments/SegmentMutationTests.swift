import Foundation
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changes to single fields of fMP4 segments.
struct SegmentMutationTests {
    private static let sample = "fmp4/video/240p/index.m3u8"
    private static let segment = "out/segment1.m4s"
    private static let found = ["stream segment1.m4s"]

    /// Boxes of the first fragment of the second segment.
    ///
    /// `senc`: version and flags, sample_count, then for each sample the number of subsamples in two bytes,
    /// and for each subsample a clear size in two and a protected size in four bytes.
    static let video = [
        FragmentMutation("sample_count of senc", found) {
            try $0.change(segment, "moof/traf/senc", at: 7) { $0 -= 1 }
        },
        FragmentMutation("PIFF's override in the flags of senc", found) {
            try $0.change(segment, "moof/traf/senc", at: 3) { $0 |= 1 }
        },
        FragmentMutation("flags of senc", found) {
            try $0.change(segment, "moof/traf/senc", at: 3) { $0 = 0 }
        },
        FragmentMutation("number of subsamples", found) {
            try $0.change(segment, "moof/traf/senc", at: 9) { $0 += 1 }
        },
        // The sum of the sizes stays the same.
        FragmentMutation("a byte more in the clear", found) {
            try $0.change(segment, "moof/traf/senc", at: 11) { $0 += 1 }
            try $0.change(segment, "moof/traf/senc", at: 15) { $0 -= 1 }
        },
        FragmentMutation("a sum of subsamples", found) {
            try $0.change(segment, "moof/traf/senc", at: 15) { $0 -= 1 }
        },
        FragmentMutation("a size in saiz", found) {
            // version and flags, default size, count.
            let body = try BoxRanges(try $0.read(segment)).body("moof/traf/saiz")
            try $0.change(segment, "moof/traf/saiz", at: body.count > 9 ? 9 : 4) { $0 += 6 }
        },
        FragmentMutation("sample_count of saiz", found) {
            try $0.change(segment, "moof/traf/saiz", at: 8) { $0 -= 1 }
        },
        FragmentMutation("offset in saio", found) {
            try $0.change(segment, "moof/traf/saio", at: 11) { $0 ^= 1 }
        },
        FragmentMutation("entry_count of saio", found) {
            try $0.change(segment, "moof/traf/saio", at: 7) { $0 = 0 }
        },
        // Without `senc` samples count as wholly encrypted.
        FragmentMutation("no senc", found) { try $0.rename(segment, "moof/traf/senc", to: "free") },
        // A box without meaning for protection counts as part of the media.
        FragmentMutation("no saiz", ["media-digest"]) {
            try $0.rename(segment, "moof/traf/saiz", to: "free")
        },
        FragmentMutation("no saio", ["media-digest"]) {
            try $0.rename(segment, "moof/traf/saio", to: "free")
        },
        FragmentMutation("data offset of the run", found) {
            try $0.change(segment, "moof/traf/trun", at: 11) { $0 ^= 1 }
        },
        FragmentMutation("number of samples in the run", found) {
            try $0.change(segment, "moof/traf/trun", at: 7) { $0 -= 1 }
        },
        FragmentMutation("decode time", ["media-digest"]) {
            try $0.change(segment, "moof/traf/tfdt", at: 11) { $0 ^= 1 }
        },
        FragmentMutation("sequence number", ["media-digest"]) {
            try $0.change(segment, "moof/mfhd", at: 7) { $0 ^= 1 }
        },
        FragmentMutation("a track that there is not", found) {
            try $0.change(segment, "moof/traf/tfhd", at: 7) { $0 ^= 8 }
        },
        // After the slice header 16 bytes of ciphertext and 144 clear bytes alternate.
        FragmentMutation("a bit of ciphertext", ["media-digest"]) {
            let offset = try firstSlice(try $0.read(segment))
            try $0.editBytes(of: segment) { $0[offset + 16] ^= 1 }
        },
        FragmentMutation("a bit of a clear block", ["media-digest"]) {
            let offset = try firstSlice(try $0.read(segment))
            try $0.editBytes(of: segment) { $0[offset + 100] ^= 1 }
        },
        FragmentMutation("a length of a NAL unit", found) {
            try $0.change(segment, "mdat", at: 3) { $0 ^= 1 }
        },
        FragmentMutation("another type of NAL unit", found) {
            // The first slice, after other NAL units: type 5 becomes 6, which is SEI.
            let offset = try firstSlice(try $0.read(segment))
            try $0.editBytes(of: segment) { $0[offset] += 1 }
        },
        FragmentMutation("a byte of a slice header", found) {
            // first_mb_in_slice and slice_type: at least three bits of 1, which become zeros.
            let offset = try firstSlice(try $0.read(segment))
            try $0.editBytes(of: segment) { $0[offset + 1] = 0 }
        },
        FragmentMutation("a size of mdat", found) {
            let body = try BoxRanges(try $0.read(segment)).body("mdat")
            try $0.editBytes(of: segment) { $0[body.lowerBound - 5] -= 1 }
        },
        FragmentMutation("ten bytes less", found) { try $0.editBytes(of: segment) { $0.removeLast(10) } },
        FragmentMutation("a clear segment", found) {
            try $0.remove(segment)
            try $0.copySample("fmp4/video/240p/segment1.m4s", to: segment)
        },
        FragmentMutation("segments that changed places", ["order segment1.m4s"]) {
            try $0.swap("out/segment0.m4s", segment)
        },
        FragmentMutation("the same segment twice", ["media-digest"]) {
            try $0.write(try $0.read(segment), to: "out/segment2.m4s")
        },
        FragmentMutation("nothing", found) { try $0.write([], to: segment) },
        FragmentMutation("no file", ["media segment1.m4s"]) { try $0.remove(segment) },
    ]

    @Test(arguments: video)
    func isFoundInVideo(_ mutation: FragmentMutation) throws {
        try mutation.check(try Title(sample: Self.sample, .sampleAES(systems: [.fairPlay])))
    }

    /// Returns the offset of the first slice header; its type is 5, as in every key frame.
    private static func firstSlice(_ bytes: [UInt8]) throws -> Int {
        let boxes = BoxRanges(bytes)
        var offset = try boxes.body("mdat").lowerBound
        while bytes[offset + 4] & 0x1F != 5 { offset += 4 + boxes.word(at: offset) }
        return offset + 4
    }

    /// For cbcs with whole encrypted samples, the media have only ciphertext.
    static let audio = [
        FragmentMutation("a bit of ciphertext", ["media-digest"]) {
            try $0.change(segment, "mdat", at: 40) { $0 ^= 1 }
        },
        FragmentMutation("sizes of two samples", ["media-digest"]) {
            // version, flags, sample_count, data offset; then rows, of sizes alone or with other fields.
            let row = try rowSize(try $0.read(segment))
            try $0.change(segment, "moof/traf/trun", at: 12 + row - 1) { $0 += 1 }
            try $0.change(segment, "moof/traf/trun", at: 12 + 2 * row - 1) { $0 -= 1 }
        },
    ]

    @Test(arguments: audio)
    func isFoundInAudio(_ mutation: FragmentMutation) throws {
        try mutation.check(try Title(sample: "fmp4/audio/en/index.m3u8", .sampleAES(systems: [.fairPlay])))
    }

    private static func rowSize(_ bytes: [UInt8]) throws -> Int {
        let body = try BoxRanges(bytes).body("moof/traf/trun")
        return 4 * (bytes[body.lowerBound + 2] & 0x0F).nonzeroBitCount
    }

    /// Samples of cenc have IVs of 8 bytes before their subsamples.
    static let cenc = [
        FragmentMutation("a vector of a sample", ["media-digest"]) {
            try $0.change(segment, "moof/traf/senc", at: 8) { $0 ^= 1 }
        },
        FragmentMutation("a byte more in the clear", found) {
            try $0.change(segment, "moof/traf/senc", at: 19) { $0 += 16 }
            try $0.change(segment, "moof/traf/senc", at: 23) { $0 -= 16 }
        },
        FragmentMutation("no senc", found) { try $0.rename(segment, "moof/traf/senc", to: "free") },
    ]

    @Test(arguments: cenc)
    func isFoundInCENC(_ mutation: FragmentMutation) throws {
        try mutation.check(
            try Title(sample: Self.sample, ProtectionOptions(method: .sampleAESCTR, systems: [.identity]))
        )
    }

    /// Fragments of identity without IV attribute use the media sequence number, not the IV of the section.
    @Test func identityWithoutVector() throws {
        let title = try Title(sample: "fmp4/video/240p/index.m3u8", .sampleAES(systems: [.identity]))
        try title.editLines(of: "out/index.m3u8") { lines in
            lines = lines.map {
                $0.hasPrefix("#EXT-X-KEY") ? $0.replacing(#/,IV=0x[0-9a-f]*/#, with: "") : $0
            }
        }
        #expect(try title.verifyAgainstSource().findings.filter(\.isError).map(\.rule) == [.keyLine])
    }
}
