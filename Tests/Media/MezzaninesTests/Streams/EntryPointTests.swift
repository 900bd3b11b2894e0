import Bitstreams
import Foundation
import ISOBaseMedia
import Mezzanines
import Testing

/// The pictures of a transport stream at which decoding can begin.
struct EntryPointTests {
    /// A slice and the NAL units before it, by a letter.
    private enum Picture: String {
        /// An IDR picture with parameter sets.
        case refresh = "R"
        /// An I-picture with parameter sets.
        case intraBehindSets = "S"
        /// An I-picture with an SEI message of an exact recovery point.
        case recovery = "I"
        /// An I-picture with an SEI message of a recovery point two frames later.
        case lateRecovery = "L"
        /// A P-picture with an SEI message of an exact recovery point, as gradual refresh has it.
        case predictedRecovery = "P"
        /// A P-picture.
        case predicted = "-"

        /// The NAL units of the picture.
        ///
        /// SEI: payloadType 6, one byte: recovery_frame_cnt 0 ('1') or 2 ('011'), exact_match_flag and
        /// further bits.
        var units: [[UInt8]] {
            let sets = [StreamBuilder.sequenceSet, StreamBuilder.pictureSet]
            // first_mb_in_slice 0 ('1'), slice_type 7 ('0001000') or 5 ('00110')
            let (intra, predicted): ([UInt8], [UInt8]) = ([0x41, 0x88, 0x84, 9], [0x41, 0x9A, 0x24, 9])
            return switch self {
            case .refresh: sets + [[0x65, 0x88, 0x84, 9]]
            case .intraBehindSets: sets + [intra]
            case .recovery: [[0x06, 6, 1, 0xC4, 0x80], intra]
            case .lateRecovery: [[0x06, 6, 1, 0x64, 0x80], intra]
            case .predictedRecovery: [[0x06, 6, 1, 0xC4, 0x80], predicted]
            case .predicted: [predicted]
            }
        }
    }

    /// The letters of the pictures, and a character for each sample: "K" if decoding can begin there.
    @Test(
        arguments: [
            ("R-I-R-", "K-K-K-"), ("R-P-L-I", "K-----K"), ("R-S-I-", "K---K-"),
            // A broadcast without IDR pictures, and one without recovery points as well.
            ("-I--I-", "K--K-"), ("-S--S-P-", "K--K---"), ("--S-L-", "K---"),
        ]
    )
    func picturesThatDecodingBeginsWith(letters: String, expected: String) throws {
        var builder = StreamBuilder()
        builder.addTables(hasSound: false)
        var isFirst = true
        for (number, letter) in letters.enumerated() {
            let picture = try #require(Picture(rawValue: String(letter)))
            // Streams that do not begin with sets get them before their first picture, which is left out.
            let lead =
                isFirst && picture != .refresh ? [StreamBuilder.sequenceSet, StreamBuilder.pictureSet] : []
            isFirst = false
            let units = [[0x09, 0xF0]] + lead + picture.units
            builder.addPacket(
                StreamBuilder.videoPID,
                units.flatMap { [0, 0, 0, 1] + $0 },
                presentation: 9000 + UInt64(number) * 3600,
                hasLength: false
            )
        }
        let mezzanine = try TransportStreamInput.read(path: "in.ts", InMemoryByteSource(builder.bytes))
        let samples = mezzanine.tracks[0].samples
        let found = (0..<samples.count).map { samples.isSync($0) ? "K" : "-" }.joined()
        #expect(found == expected)
    }

    /// MP4 and transport streams have the same sync samples, for H.264 and HEVC.
    @Test(
        arguments: [
            ("libx264", "-x264-params", "open-gop=1:bframes=3:keyint=20:min-keyint=20:scenecut=0"),
            ("libx264", "-x264-params", "intra-refresh=1:bframes=0:keyint=20"),
            (
                "libx264", "-x264-params",
                "interlaced=1:open-gop=1:bframes=2:keyint=20:min-keyint=20:scenecut=0"
            ),
            (
                "libx265", "-x265-params",
                "open-gop=1:bframes=3:keyint=20:min-keyint=20:scenecut=0:log-level=none"
            ),
        ]
    )
    func isTheSameInMP4AndTransportStreams(encoder: String, option: String, parameters: String) throws {
        let folder = try ScratchFolder()
        let arguments = [
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=192x112:rate=25:duration=4", "-c:v", encoder,
        ]
        try Tool.run("ffmpeg", arguments + [option, parameters, "made.mp4"], in: folder.url)
        try Tool.run("ffmpeg", ["-v", "error", "-i", "made.mp4", "-c", "copy", "made.ts"], in: folder.url)
        let tracks = try ["made.mp4", "made.ts"].map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: name)))
            return try #require(try Mezzanine.read(path: name, InMemoryByteSource(bytes)).tracks.first)
        }
        #expect(tracks[0].samples.map(\.isSync) == tracks[1].samples.map(\.isSync))
        #expect(tracks[0].samples.count == 100)
    }
}
