/// Frame headers with presentation and removal times (AV1, 5.9.2 and 5.9.31).
enum AV1TimingCases {
    typealias Case = AV1FrameHeaderTests.Case
    typealias Frames = AV1TestFrames

    /// A decoder model: delays of 10 bits, removal times of 5, presentation times of 7.
    private static let model = "1" + field(9, 5) + field(1, 32) + field(4, 5) + field(6, 5)
    private static let clock = field(1, 32) + field(25, 32)
    private static let delays = field(1, 10) + field(2, 10) + "0"

    /// Adds three operating points.
    ///
    /// One is of layer 0, to which OBUs without extension belong; one of other layers; one without decoder
    /// model.
    private static func points(_ sequence: inout AV1TestSequence) {
        sequence.operatingPoints =
            "0 00010  000100000001 00000 1 \(delays)  001000000010 00000 1 \(delays)  000100000011 00000 0"
    }

    private static let rest = "0  0 \(Frames.oneTile) \(Frames.middle)  1"

    static let all: [Case] = [
        Case("frame_presentation_time, no buffer_removal_time", ["0 00 1 \(field(77, 7)) 0 0 0 \(rest)"]) {
            $0.timing = "1 \(clock) 0 \(model)"
            points(&$0)
        },
        Case(
            "buffer_removal_time of one point",
            [
                "0 00 1 \(field(77, 7)) 0 0 1 \(field(9, 5)) \(rest)",
                "0 00 0 1 0 0 0 1 \(field(9, 5)) 00000001 \(rest)",
            ]
        ) {
            $0.timing = "1 \(clock) 0 \(model)"
            points(&$0)
        },
        Case("equal_picture_interval", ["0 00 1 0 0 1 \(field(9, 5)) \(rest)"]) {
            $0.timing = "1 \(clock) 1 1 \(model)"
            points(&$0)
        },
        Case(
            "frame_presentation_time of a frame that is shown again",
            ["0 00 0 1 0 0 0 0 00000001 \(rest)", "1 000 \(field(77, 7))"]
        ) {
            $0.timing = "1 \(clock) 0 \(model)"
            points(&$0)
        },
    ]
}
