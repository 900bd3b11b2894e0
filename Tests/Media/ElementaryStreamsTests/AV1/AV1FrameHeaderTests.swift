import Bitstreams
import ElementaryStreams
import Testing

/// Frame headers written by hand from the syntax tables of AV1, 5.9; the parser has to end at their last bit.
struct AV1FrameHeaderTests {
    typealias Frames = AV1TestFrames

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let sequence: AV1TestSequence
        let frames: [String]

        init(_ name: String, _ frames: [String], _ change: (inout AV1TestSequence) -> Void = { _ in }) {
            testDescription = name
            self.frames = frames
            var sequence = AV1TestSequence()
            change(&sequence)
            self.sequence = sequence
        }
    }

    @Sendable private static func hints(_ sequence: inout AV1TestSequence) { sequence.orderHintLength = 3 }

    /// All segments with SEG_LVL_ALT_Q -100.
    private static let losslessSegments = String(repeating: "1 110011100 0000000 ", count: 8)

    private static let cases: [Case] = baseCases + AV1FilmGrainCases.all + AV1TimingCases.all

    private static let baseCases: [Case] = [
        Case("a key frame", [Frames.key()]),
        Case("a key frame with order hint", [Frames.key(hint: "101")], hints),
        Case("render_size", [Frames.key(size: "1" + field(9, 16) + field(9, 16))]),
        Case("reduced_still_picture_header", ["0 0  0  \(Frames.oneTile) \(Frames.middle) 1"]) {
            $0.profile = "000 1 1"
        },
        Case("monochrome", [Frames.key(middle: "01100100 0  0  0 0 000000 000001 000 0 1")]) {
            $0.color = "0 1 0 0"
        },
        Case(
            "delta_q of each plane, qm_v",
            [
                Frames.key(
                    middle: "01100100 1 0000001 1 1 1111111 0 0 1 0000001  1 0000 0000 0000  0 0"
                        + "000000 000000 000 0 1"
                )
            ]
        ) { $0.color = "0 0 0 0 00 1" },
        Case(
            "chroma levels of the loop filter",
            [Frames.key(middle: lf("000001 000000 000011 000011 000 0"))]
        ),
        Case(
            "loop_filter_delta_update",
            [Frames.key(middle: lf("000000 000000 000 1 1 1 0000001 0 0 0 0 0 0 0 0 1 1111111"))]
        ),
        Case("cdef_bits 3", [Frames.key(middle: cdef("00 11" + String(repeating: "1", count: 8 * 12)))]) {
            $0.filters = "0 1 0"
        },
        Case("lr_unit_extra_shift and lr_uv_shift", [Frames.key(middle: cdef("00 01 00 1 0 1"))]) {
            $0.filters = "0 0 1"
        },
        Case("lr_unit_shift of large superblocks", [Frames.key(middle: cdef("01 00 00 1"))]) {
            $0.filters = "0 0 1"
            $0.largeSuperblocks = "1"
        },
        Case("no restoration", [Frames.key(middle: cdef("00 00 00"))]) { $0.filters = "0 0 1" },
        Case(
            "delta_q_present, delta_lf_present",
            [Frames.key(middle: "01100100 0 0 0 0  0  1 00 1 00 1  000000 000000 000 0 1")]
        ),
        Case("lossless", [Frames.key(middle: Frames.losslessMiddle)]) { $0.filters = "0 1 1" },
        Case(
            "lossless below the size",
            [Frames.key(size: "1 111 0", middle: Frames.losslessMiddle + "00 00 00")]
        ) {
            $0.filters = "1 0 1"
        },
        Case(
            "lossless, but for a delta",
            [Frames.key(middle: "00000000 1 0000001 0 0 0 0 000000 000000 000 0 1")]
        ),
        Case("lossless segments", [Frames.key(middle: "01100100 0 0 0 0  1 \(losslessSegments) 0")]),
        Case(
            "features of segments",
            [
                Frames.key(
                    middle:
                        "01100100 0 0 0 0  1 1 000000001 1 0000001 1 0000001 1 0000001 1 0000001 1 111 1 1"
                        + String(repeating: "0", count: 56) + "0  000000 000000 000 0 1"
                )
            ]
        ),
        Case(
            "lossless segments of the primary reference",
            [
                Frames.key(middle: "01100100 0 0 0 0  1 \(losslessSegments) 0"),
                Frames.inter(primary: "000", middle: "01100100 0 0 0 0  1 0 0 0"),
                Frames.inter(primary: "001", middle: "01100100 0 0 0 0  1 1 0 0 0"),
                // A frame without segmentation replaces the one in the slot; the last frame inherits from it.
                Frames.inter(primary: "000", middle: Frames.middle),
                Frames.inter(
                    primary: "000",
                    middle: "01100100 0 0 0 0  1 0 0 0  000000 000000 000 0 1"
                ),
            ]
        ),
        Case("allow_intrabc", [key(screen: "1 1", size: "0 1", middle: "01100100 0 0 0 0  0  1 00  1")]) {
            $0.screenContent = "1 1"
            $0.filters = "0 1 1"
        },
        Case("no allow_intrabc below the size", [key(screen: "1", size: "1 000 0", middle: Frames.middle)]) {
            $0.screenContent = "1 0 0"
            $0.filters = "1 0 0"
        },
        Case("an inter frame", [Frames.key(), Frames.inter()]),
        Case("an inter frame with order hint", [Frames.key(hint: "000"), Frames.inter(hint: "001")], hints),
        Case("allow_warped_motion", [Frames.key(), Frames.inter(compound: "0 1")]) { $0.warpedMotion = "1" },
        Case(
            "no skip mode: one frame before",
            [Frames.key(hint: "000"), Frames.inter(hint: "001", compound: "1")],
            hints
        ),
        Case(
            "skip mode: two frames before",
            [
                Frames.key(hint: "000"), Frames.inter(hint: "001", refresh: "00000010"),
                Frames.inter(hint: "010", references: "000 001 000 000 000 000 000", compound: "1 1"),
            ],
            hints
        ),
        Case(
            "skip mode: one before, one behind, over the end of order hints",
            [
                Frames.key(hint: "110"), Frames.inter(hint: "001", refresh: "00000010"),
                Frames.inter(hint: "111", references: "000 001 000 000 000 000 000", compound: "1 1"),
            ],
            hints
        ),
        Case(
            "no skip mode: one behind",
            [
                Frames.key(hint: "100"), Frames.inter(hint: "011", compound: "1"),
            ],
            hints
        ),
        Case(
            "skip mode of a switch frame, with the order hints of its header",
            [Frames.switch(hint: "010", referenceHints: "000 001 011 000 000 000 000 000", compound: "1 1")],
            hints
        ),
        Case("found_ref", [Frames.key(size: "0 0"), inter(override: "1", size: "0 0 1 0")]) {
            $0.filters = "1 0 0"
        },
        Case(
            "no found_ref",
            [
                Frames.key(), inter(override: "1", size: "0000000 \(field(31, 13)) \(field(63, 13)) 0"),
            ]
        ),
        Case("frame ids", [Frames.key(id: "0000"), inter(id: "0001", references: "000 000")]) {
            // delta_frame_id has three bits, the frame id four.
            $0.frameIDs = "1 0001 000"
        },
        Case(
            "global motion: a translation",
            [
                Frames.key(),
                // 2 * 2^9 + 1 values: one in the first subrange, and one in the last, after 8, 8, 16, 32, 64,
                // 128 and 256 values.
                Frames.inter(motion: "1 0 1  0 111  111111 1 000000000  000000"),
            ]
        ),
        Case(
            "global motion: rotation and zoom",
            [
                Frames.key(), Frames.inter(motion: "000000 1 1" + String(repeating: "10 101", count: 4)),
            ]
        ),
        Case(
            "global motion: affine",
            [
                Frames.key(),
                Frames.inter(motion: "1 0 0" + String(repeating: "110 1001", count: 6) + "000000"),
            ]
        ),
    ]

    /// Returns `Frames.middle` with this loop filter.
    private static func lf(_ filter: String) -> String { "01100100 0 0 0 0  0  0  \(filter)  1" }

    /// Returns `Frames.middle` with these fields after the loop filter.
    private static func cdef(_ filter: String) -> String { lf("000000 000000 000 0 \(filter)") }

    /// Returns a key frame for a sequence in which allow_screen_content_tools is coded.
    private static func key(screen: String, size: String, middle: String) -> String {
        "0 00 1  0 \(screen) 0 \(size)  0 \(Frames.oneTile) \(middle)  1"
    }

    private static func inter(
        id: String = "",
        override: String = "0",
        references: String = "000",
        size: String = "0"
    ) -> String {
        let all = String(repeating: references, count: 7)
        return "0 01 1 0  0 \(id) \(override) 111 00000001 \(all) \(size)  1 1 0  0 \(Frames.oneTile)"
            + " \(Frames.middle) 0 1 \(Frames.noMotion)"
    }

    @Test(arguments: cases)
    func endsWhereItsBitsEnd(_ example: Case) throws {
        var run = try AV1HeaderParsing(example.sequence)
        for frame in example.frames { try run.parse(frame) }
        #expect(run.tileCount == 1)
        #expect(!run.frames.isInsideFrame)
    }

    @Test(arguments: cases)
    func isTruncatedAnywhereBefore(_ example: Case) throws {
        var run = try AV1HeaderParsing(example.sequence)
        let obuHeader = try AV1OBUHeader([3 << 3], at: 0)
        for frame in example.frames {
            let bytes = payload(frame)
            for length in 0..<bytes.count {
                var frames = run.frames
                let error = #expect(throws: ParseError.self) {
                    _ = try frames.processFrameHeader(bytes.prefix(length), at: 0, obuHeader: obuHeader)
                }
                guard case .truncated = error else {
                    Issue.record("\(length) of \(bytes.count) bytes: \(String(describing: error))")
                    continue
                }
            }
            try run.parse(frame)
        }
    }
}
