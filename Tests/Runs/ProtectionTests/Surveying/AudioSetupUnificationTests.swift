import CommonEncryption
import PresentationFixtures
import SampleEncryption
import Testing
import TransportStreams

@testable import Presentations
@testable import Protection

/// Segments of a rendition get the same audio setup if their audio has the same format.
struct AudioSetupUnificationTests {
    /// AudioSpecificConfig by hand (ISO/IEC 14496-3, 1.6.2.1): AAC LC at 24 and 48 kHz, SBR, SBR with PS.
    private static let lowComplexity = AudioSetupInformation(audioType: .zaac, setupData: [0x13, 0x10])
    private static let lowComplexity48 = AudioSetupInformation(audioType: .zaac, setupData: [0x11, 0x90])
    private static let replicated = AudioSetupInformation(
        audioType: .zach,
        setupData: [0x13, 0x10, 0x56, 0xE5, 0x98]
    )
    private static let parametric = AudioSetupInformation(
        audioType: .zacp,
        setupData: [0x13, 0x10, 0x56, 0xE5, 0x9D, 0x48, 0x80]
    )

    /// Returns the start of an AC-3 syncframe (ETSI TS 102 366, 4.3): 44.1 kHz, bsid 8, bsmod 0.
    private static func ac3(
        _ checksum: UInt8,
        sizeCode: UInt8 = 20,
        mode: UInt8 = 2
    ) -> AudioSetupInformation {
        AudioSetupInformation(
            audioType: .zac3,
            setupData: [0x0B, 0x77, checksum, checksum, 0x40 | sizeCode, 0x40, mode << 5, 0x7C, checksum, 0]
        )
    }

    /// Returns `dec3`: data_rate in 13 bits, one independent substream of 48 kHz, bsid 16 and acmod 2.
    private static func eac3(rate: UInt16, substream: [UInt8] = [0x20, 0x04, 0x00]) -> AudioSetupInformation {
        AudioSetupInformation(
            audioType: .zec3,
            setupData: [UInt8(rate >> 5), UInt8(truncatingIfNeeded: rate << 3)] + substream
        )
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The setup in each segment, with nil for an EXT-X-DISCONTINUITY.
        let setups: [AudioSetupInformation?]
        let expected: [AudioSetupInformation]
    }

    private static let cases = [
        Case(
            testDescription: "crc1 of AC-3",
            setups: [ac3(1), ac3(2), ac3(3)],
            expected: [ac3(1), ac3(1), ac3(1)]
        ),
        Case(
            testDescription: "odd and even frames of 44.1 kHz",
            setups: [ac3(1, sizeCode: 20), ac3(2, sizeCode: 21)],
            expected: [ac3(1, sizeCode: 20), ac3(1, sizeCode: 20)]
        ),
        Case(
            testDescription: "other bit rate and channels",
            setups: [ac3(1), ac3(2, sizeCode: 22), ac3(3, mode: 1), ac3(4)],
            expected: [ac3(1), ac3(2, sizeCode: 22), ac3(3, mode: 1), ac3(1)]
        ),
        Case(
            testDescription: "behind a discontinuity",
            setups: [ac3(1), ac3(2), nil, ac3(3), ac3(4)],
            expected: [ac3(1), ac3(1), ac3(3), ac3(3)]
        ),
        Case(
            testDescription: "a measured rate of E-AC-3",
            setups: [eac3(rate: 192), eac3(rate: 191)],
            expected: [eac3(rate: 192), eac3(rate: 192)]
        ),
        Case(
            testDescription: "other substreams of E-AC-3",
            setups: [eac3(rate: 192), eac3(rate: 192, substream: [0x20, 0x0F, 0x00])],
            expected: [eac3(rate: 192), eac3(rate: 192, substream: [0x20, 0x0F, 0x00])]
        ),
        Case(
            testDescription: "silence among HE-AAC",
            setups: [lowComplexity, replicated, lowComplexity],
            expected: [replicated, replicated, replicated]
        ),
        Case(
            testDescription: "mono among parametric stereo",
            setups: [replicated, lowComplexity, parametric, lowComplexity48],
            expected: [parametric, parametric, parametric, lowComplexity48]
        ),
    ]

    @Test(arguments: cases)
    func levelsTransportStreams(_ example: Case) throws {
        let found = try Self.level(example.setups) { setup in
            .transportStream(
                TransportStreamSurvey(
                    packetFormat: .plain,
                    hasTables: true,
                    programMapPID: PacketIdentifier(0x1000),
                    programMap: try SampleFormats.tables().programMap,
                    streams: [.init(pid: PacketIdentifier(0x101), codec: setup.audioType.codec, setup: setup)]
                )
            )
        }
        #expect(found == example.expected)
    }

    @Test(arguments: cases)
    func levelsPackedAudio(_ example: Case) throws {
        let found = try Self.level(example.setups) { setup in
            .packedAudio(PackedAudioSurvey(codec: setup.audioType.codec, setup: setup))
        }
        #expect(found == example.expected)
    }

    /// Returns the setups that segments get if these are in their media.
    private static func level(
        _ setups: [AudioSetupInformation?],
        format: (AudioSetupInformation) throws -> SurveyedFormat
    ) throws -> [AudioSetupInformation] {
        var lines: [String] = []
        var files: [String] = []
        for setup in setups {
            if setup != nil {
                files.append("\(files.count).ts")
                lines += ["#EXTINF:4,", files[files.count - 1]]
            } else {
                lines.append("#EXT-X-DISCONTINUITY")
            }
        }
        let tree = try TreeFixture(
            media: lines,
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, 376) })
        )
        let presentation = try tree.presentation()
        let layout = try MediaLayoutBuilder.layout(of: presentation)
        var survey = SampleSurvey.none
        let indices = try files.map { file in
            try #require(layout.resources.firstIndex { $0.file.description == file })
        }
        for (index, setup) in zip(indices, setups.compactMap(\.self)) {
            survey.formats[index] = try format(setup)
        }
        let completed = AudioSetupCompletion.complete(survey, of: presentation, layout)
        return indices.compactMap { completed.formats[$0]?.setups.first?.setup }
    }
}
