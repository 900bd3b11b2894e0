/// Frame headers with film grain (AV1, 5.9.30).
enum AV1FilmGrainCases {
    typealias Case = AV1FrameHeaderTests.Case
    typealias Frames = AV1TestFrames

    private static let seed = field(0x1234, 16)

    /// Returns a point count and as many points with rising values.
    private static func points(_ count: Int) -> String {
        field(count, 4) + (0..<count).map { field($0 * 8 + 1, 8) + field(255, 8) }.joined()
    }

    private static func coefficients(_ count: Int) -> String { String(repeating: "10000001", count: count) }

    @Sendable private static func grain(_ sequence: inout AV1TestSequence) { sequence.grain = "1" }

    static let all: [Case] = [
        Case("no apply_grain", [Frames.key(grain: "0")], grain),
        // ar_coeff_lag 3: 24 coefficients of luma, 25 of each chroma plane.
        Case(
            "all grain that there can be",
            [
                Frames.key(
                    grain:
                        "1 \(seed) \(points(14)) 0 \(points(10)) \(points(10)) 00 11 \(coefficients(24 + 25 + 25))"
                        + "0000 \(String(repeating: "1", count: 50)) 11"
                )
            ],
            grain
        ),
        Case(
            "grain of one chroma plane",
            [
                Frames.key(
                    grain: "1 \(seed) \(points(1)) 0 \(points(0)) \(points(2)) 00 01 \(coefficients(4 + 5))"
                        + "0000 \(String(repeating: "1", count: 25)) 11"
                )
            ],
            grain
        ),
        Case(
            "chroma_scaling_from_luma",
            [Frames.key(grain: "1 \(seed) \(points(0)) 1 00 01 \(coefficients(4 + 4)) 0000 11")],
            grain
        ),
        Case("4:2:0 without luma", [Frames.key(grain: "1 \(seed) \(points(0)) 0 00 11 0000 11")], grain),
        Case(
            "4:4:4 without luma",
            [
                Frames.key(
                    grain: "1 \(seed) \(points(0)) 0 \(points(1)) \(points(0)) 00 01 \(coefficients(4)) 0000"
                        + "\(String(repeating: "1", count: 25)) 11"
                )
            ]
        ) {
            $0.grain = "1"
            $0.profile = "001 0 0"
            $0.color = "0 0 0 0"
        },
        Case(
            "monochrome grain",
            [
                Frames.key(
                    middle: "01100100 0  0  0 0 000000 000000 000 0 1",
                    grain: "1 \(seed) \(points(2)) 00 10 \(coefficients(12)) 0000 11"
                )
            ]
        ) {
            $0.grain = "1"
            $0.color = "0 1 0 0"
        },
        Case(
            "grain of a reference",
            [Frames.key(grain: "0"), Frames.inter(grain: "1 \(seed) 0 000")],
            grain
        ),
        Case(
            "new grain of an inter frame",
            [Frames.key(grain: "0"), Frames.inter(grain: "1 \(seed) 1 \(points(0)) 0 00 00 0000 11")],
            grain
        ),
        // show_frame 0, showable_frame 0.
        Case(
            "no grain of a frame that is never shown",
            ["0 00 0 0 0  0 0 00000001 0  0 \(Frames.oneTile) \(Frames.middle)  1"],
            grain
        ),
    ]
}
