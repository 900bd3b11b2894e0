import CommonEncryption
import PresentationFixtures
import SampleEncryption
import Testing

@testable import Presentations
@testable import Protection

/// A segment without an audio frame takes the audio setup of the nearest segment.
struct AudioSetupCompletionTests {
    private static func setup(_ number: Int) -> AudioSetupInformation {
        AudioSetupInformation(audioType: .zaac, setupData: [UInt8(number)])
    }

    /// The setup in each segment, the setup each gets, and the setup that the initialization section gets.
    @Test(
        arguments: [
            ([1, 2, 3], [1, 2, 3], 1),
            ([nil, 2, 3], [2, 2, 3], 2),
            ([1, nil, 3], [1, 1, 3], 1),
            ([1, nil, nil, 4], [1, 1, 4, 4], 1),
            ([nil, nil, nil, 4], [4, 4, 4, 4], 4),
            ([1, nil, nil, nil], [1, 1, 1, 1], 1),
            ([nil, nil], [nil, nil], nil),
        ] as [([Int?], [Int?], Int?)]
    )
    func completes(setups: [Int?], expected: [Int?], section: Int?) throws {
        let names = setups.indices.map { "\($0).ts" }
        let tree = try TreeFixture(
            media: [#"#EXT-X-MAP:URI="init.ts""#] + names.flatMap { ["#EXTINF:4,", $0] },
            files: Dictionary(uniqueKeysWithValues: (names + ["init.ts"]).map { ($0, 376) })
        )
        let presentation = try tree.presentation()
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        var survey = SampleSurvey.none
        for (index, resource) in layout.resources.enumerated() {
            let segment = names.firstIndex(of: resource.file.description)
            let tables = try SampleFormats.tables(setup: segment.flatMap { setups[$0] }.map(Self.setup))
            survey.formats[index] = .transportStream(tables)
        }
        let completed = AudioSetupCompletion.complete(survey, of: presentation, layout)
        var found: [String: AudioSetupInformation?] = [:]
        for (index, resource) in layout.resources.enumerated() {
            let streams = try #require(completed.formats[index]?.tables?.streams)
            #expect(streams[0].setup == nil, "video has none")
            found[resource.file.description] = streams[1].setup
        }
        #expect(names.map { found[$0] ?? nil } == expected.map { $0.map(Self.setup) })
        #expect((found["init.ts"] ?? nil) == section.map(Self.setup))
    }
}
