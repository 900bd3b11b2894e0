import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing
import Testing

/// Tracks that transport streams and packed audio cannot carry.
struct CarriageTests {
    @Test(arguments: [TrackFormat.Codec.hevc, .av1, .opus, .flac, .alac])
    func refusesCodecs(_ codec: TrackFormat.Codec) throws {
        let content: SourceTrack.Content = codec == .hevc || codec == .av1 ? .video : .audio
        let track = SyntheticTracks.track(
            content,
            codec,
            BoxNode("free"),
            48_000,
            0,
            SampleIndex(),
            []
        )
        let cut = SyntheticTracks.cut(track)
        let error = #expect(throws: MezzanineError.self) {
            try TransportStreamMuxer([cut], isSingleFile: false)
        }
        guard case .unsupported("made.mp4", _, let wayOut) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(wayOut.contains("--segment-format fmp4"))
        #expect(throws: MezzanineError.self) { try PackedAudioMuxer(cut) }
    }

    @Test(
        arguments: [
            // Object type 42 (31, then 10 in six bits), 48 kHz, stereo: xHE-AAC.
            ([0xF9, 0x46, 0x40, 0x00], "audio object type 42"),
            // LC, 48 kHz, channel configuration 0.
            ([0x11, 0x80], "program_config_element"),
            // LC, 48 kHz, channel configuration 12.
            ([0x11, 0xE0], "channel configuration 12"),
            // LC, 48 kHz, stereo, frameLengthFlag 1.
            ([0x11, 0x94], "960 samples"),
            // LC, frequency index 15 and 50000 (00C350) in 24 bits, stereo.
            ([0x17, 0x80, 0x61, 0xA8, 0x10], "50000 Hz"),
        ] as [([UInt8], String)]
    )
    func refusesConfigurations(_ configuration: [UInt8], _ what: String) throws {
        let track = SyntheticTracks.audio(.aac, [[1, 2, 3]], configuration: configuration)
        for fault in [
            #expect(throws: MezzanineError.self) {
                try TransportStreamMuxer([SyntheticTracks.cut(track)], isSingleFile: false)
            },
            #expect(throws: MezzanineError.self) { try PackedAudioMuxer(SyntheticTracks.cut(track)) },
        ] {
            guard case .unsupported(_, let found, let wayOut) = fault else {
                Issue.record("\(String(describing: fault))")
                continue
            }
            #expect(found.contains(what), "\(found)")
            #expect(wayOut.contains("--segment-format fmp4"))
        }
    }

    /// Twenty audio tracks do not fit into a program map of one packet; two video tracks make no sense.
    @Test func refusesProgramsThatDoNotFit() throws {
        let audio = SyntheticTracks.cut(SyntheticTracks.audio(.aac, [[1, 2, 3]], language: "eng"))
        #expect(throws: MezzanineError.self) {
            try TransportStreamMuxer([TrackSegments](repeating: audio, count: 20), isSingleFile: false)
        }
        let video = SyntheticTracks.cut(
            SyntheticTracks.video([SyntheticPicture(units: [[0x65]], isSync: true)])
        )
        #expect(throws: MezzanineError.self) {
            try TransportStreamMuxer([video, video], isSingleFile: false)
        }
    }

    @Test(arguments: [0, 8_185])
    func refusesFramesWithoutHeader(_ size: Int) throws {
        let frames = [[1, 2, 3], [UInt8](repeating: 1, count: size)] as [[UInt8]]
        let cut = SyntheticTracks.cut(SyntheticTracks.audio(.aac, frames))
        let expected = MezzanineError.malformed(
            path: "made.mp4",
            .invalid(offset: 3, field: "size of a sample", found: "\(size)", expected: "1 to 8184")
        )
        let muxer = try TransportStreamMuxer([cut], isSingleFile: false)
        #expect(throws: expected) { try muxer.draft(0) }
        let packed = try PackedAudioMuxer(cut)
        #expect(throws: expected) { try packed.draft(0) }
    }
}
