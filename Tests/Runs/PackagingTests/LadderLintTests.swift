import Testing

@testable import Packaging

/// The linter finds nothing in generated presentations, even with measured media.
struct LadderLintTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let inputs: [String]
        let edit: @Sendable (inout PackagingRequest) -> Void
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "fmp4", inputs: ["h264-aac.mp4"]) { _ in },
        Case(name: "fmp4 single file", inputs: ["h264-aac.mp4"]) { $0.isSingleFile = true },
        Case(name: "hevc", inputs: ["hevc-aac.mp4"]) { _ in },
        Case(name: "ac-3", inputs: ["h264-ac3.mp4"]) { _ in },
        Case(name: "e-ac-3", inputs: ["h264-eac3.mp4"]) { _ in },
        Case(name: "ts", inputs: ["h264-aac.mp4"]) { $0.segmentFormat = .transportStream },
        Case(name: "ts single file", inputs: ["h264-aac.mp4"]) {
            $0.segmentFormat = .transportStream
            $0.isSingleFile = true
        },
        Case(name: "ts muxed", inputs: ["h264-aac.mp4"]) {
            $0.segmentFormat = .transportStream
            $0.isMuxed = true
        },
        Case(name: "ts packed audio", inputs: ["h264-aac.mp4"]) {
            $0.segmentFormat = .transportStream
            $0.usesPackedAudio = true
        },
        Case(name: "ts packed ac-3", inputs: ["h264-ac3.mp4"]) {
            $0.segmentFormat = .transportStream
            $0.usesPackedAudio = true
        },
        Case(name: "ts e-ac-3", inputs: ["h264-eac3.mp4"]) { $0.segmentFormat = .transportStream },
    ]

    @Test(arguments: cases)
    func nothingIsFound(_ item: Case) throws {
        let ladder = try GeneratedLadder(item.inputs.map(SampleMezzanine.read), item.edit)
        #expect(try ladder.findings() == [])
    }
}
