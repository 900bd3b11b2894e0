import ElementaryStreams
import Testing

/// Slices from x264 and x265, cut off after their headers.
///
/// The header lengths are those that ffmpeg's bitstream filter trace_headers reports.
struct EncodedSliceTests {
    struct Stream: Sendable, CustomStringConvertible {
        let description: String
        let sets: [String]
        /// The header length in bytes and the first bytes of each slice.
        let slices: [(Int, String)]
    }

    static let avc = [
        Stream(
            description: "weights, B, two slices",
            sets: ["6764000aacd94411b011000003000100000300320f122596", "68ebe3f2c0"],
            slices: [
                (6, "6588840010ffdffe0b"),
                (7, "65088884002bffc8e052"),
                (6, "419a236c4dfffe27ce"),
                (6, "019e626a477ffee417"),
                (26, "419a664ba842105a218d03f07607e01f20200020303f07c0210fc86bff"),
                (27, "41089a664ba842105a218d03f07607e01f20200020303f07c0214fd213b9"),
                (9, "41089e8445112c21ffe94560"),
            ]
        ),
        Stream(
            description: "4:2:2, interlaced, CAVLC",
            sets: ["677a0015bcd944236022000003000200000300643e28532c", "68de8fcb"],
            slices: [(6, "6588820b02bd7fffc3"), (5, "419a20d8fb8dc487"), (6, "419a61d81dee3717d4")]
        ),
    ]

    static let hevc = [
        Stream(
            description: "wavefront, weights",
            sets: [
                "42010101600000030090000003000003001ea0208081659592af2bc05a020000030002000003003210",
                "4401c173d989",
            ],
            slices: [
                (19, "0201d0195f840f0838204c004a4d218bc583085db828"),
                (22, "0001e024fffa220794022c24cad9029105291f0839503339d9"),
                (26, "0201e0a225d7f50fa0290540a902b70b982f0bc8120870d44d800ed7e9"),
            ]
        ),
        // The picture parameter set turns deblocking off, so slice_loop_filter_across_slices_enabled_flag
        // is absent.
        Stream(
            description: "4:4:4, not deblocked",
            sets: [
                "420101040800000300" + "9e0800000300001e900410102cb22724985e02d0100000030010000003019080",
                "4401c172860c4349",
            ],
            slices: [
                (4, "2801ac74f82ec2"),
                (9, "0201d0115610c20e80fd8aba"),
                (8, "0001e024be081480f70e26"),
                (10, "0201d021d57510c083a0fd8a50"),
            ]
        ),
    ]

    @Test(arguments: avc)
    func measuresAVC(stream: Stream) throws {
        var reader = AVCSliceHeaderReader()
        for set in stream.sets { try reader.store(parameterSet: Self.bytes(set)[...], at: 0) }
        for (length, slice) in stream.slices {
            #expect(try reader.clearLength(ofSlice: Self.bytes(slice)[...], at: 0) == length)
        }
    }

    @Test(arguments: hevc)
    func measuresHEVC(stream: Stream) throws {
        var reader = HEVCSliceHeaderReader()
        for set in stream.sets { try reader.store(parameterSet: Self.bytes(set)[...], at: 0) }
        for (length, slice) in stream.slices {
            #expect(try reader.clearLength(ofSlice: Self.bytes(slice)[...], at: 0) == length)
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
