import Bitstreams
import ISOBaseMedia
import Mezzanines
import Muxing
import Testing

/// Access units written from the NAL units of a sample.
struct AccessUnitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let isSync: Bool
        let units: [[UInt8]]
        /// The NAL units expected after the delimiter.
        let expected: [[UInt8]]

        var testDescription: String { name }
    }

    private static let sps = SyntheticTracks.sequenceParameterSet
    private static let pps = SyntheticTracks.pictureParameterSet
    private static let otherSPS: [UInt8] = [0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x10, 0x9B]
    private static let sei: [UInt8] = [0x06, 5, 1, 0xAA, 0x80]
    private static let refresh = [UInt8](repeating: 0x65, count: 170)
    private static let slice: [UInt8] = [0x41, 0x9A, 1]

    static let cases = [
        Case(name: "sync", isSync: true, units: [refresh], expected: [sps, pps, refresh]),
        Case(name: "other", isSync: false, units: [slice, slice], expected: [slice, slice]),
        Case(name: "delimiter", isSync: false, units: [[9, 0x30], slice], expected: [slice]),
        Case(
            name: "everything in front",
            isSync: true,
            units: [[9, 0x10], sps, pps, sei, refresh, refresh],
            expected: [sps, pps, sei, refresh, refresh]
        ),
        Case(
            name: "SEI between",
            isSync: true,
            units: [sei, sps, sei, pps, refresh],
            expected: [sps, pps, sei, sei, refresh]
        ),
        Case(
            name: "another set",
            isSync: true,
            units: [otherSPS, pps, refresh],
            expected: [sps, pps, otherSPS, refresh]
        ),
        Case(name: "set without lead", isSync: false, units: [pps, slice], expected: [pps, slice]),
        Case(name: "empty unit", isSync: false, units: [[], slice, []], expected: [slice]),
        Case(name: "delimiter at the end", isSync: false, units: [slice, [9, 0xF0]], expected: [slice]),
        Case(name: "end of sequence", isSync: false, units: [slice, [0x0A]], expected: [slice, [0x0A]]),
        Case(
            name: "late SEI",
            isSync: true,
            units: [[UInt8](repeating: 6, count: 200), sps, refresh],
            expected: [sps, pps, [UInt8](repeating: 6, count: 200), refresh]
        ),
    ]

    @Test(arguments: cases, [1, 2, 4])
    func makesAnAccessUnit(_ test: Case, _ lengthSize: Int) throws {
        let picture = SyntheticPicture(units: test.units, isSync: test.isSync)
        let following = SyntheticPicture(units: [Self.slice])
        let track = SyntheticTracks.video([picture, following], lengthSize: lengthSize)
        let muxer = try TransportStreamMuxer([SyntheticTracks.cut(track)], isSingleFile: false)
        let stream = try Demultiplexed(try RenditionReading.all(try RenditionReading.rendition(muxer)))
        let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
        #expect(
            stream.streams[0x100]?.map(\.data) == [
                test.expected.reduce(delimiter) { $0 + [0, 0, 0, 1] + $1 },
                delimiter + [0, 0, 0, 1] + Self.slice,
            ]
        )
    }

    private static let otherPPS: [UInt8] = [0x68, 0xCE, 0x06, 0xE2]
    /// A picture parameter set with pic_parameter_set_id 1.
    private static let secondPPS: [UInt8] = [0x68, 0x53, 0x8F, 0x20]

    static let inBandCases = [
        Case(name: "no sets", isSync: true, units: [refresh], expected: [sps, pps, refresh]),
        Case(
            name: "another under the same number",
            isSync: true,
            units: [sei, otherPPS, refresh],
            expected: [sps, sei, otherPPS, refresh]
        ),
        Case(
            name: "all sets",
            isSync: true,
            units: [[9, 0x10], otherSPS, pps, secondPPS, refresh],
            expected: [otherSPS, pps, secondPPS, refresh]
        ),
        Case(name: "no sync sample", isSync: false, units: [otherPPS, slice], expected: [otherPPS, slice]),
        Case(
            name: "a set behind much SEI",
            isSync: true,
            units: [[UInt8](repeating: 6, count: 200), otherPPS, refresh],
            expected: [sps, [UInt8](repeating: 6, count: 200), otherPPS, refresh]
        ),
    ]

    /// If samples have parameter sets (`avc3`), those of the configuration are inserted only for other ids.
    @Test(arguments: inBandCases, [1, 2, 4])
    func keepsToTheSetsOfTheSample(_ test: Case, _ lengthSize: Int) throws {
        let picture = SyntheticPicture(units: test.units, isSync: test.isSync)
        let track = SyntheticTracks.video([picture], lengthSize: lengthSize, type: "avc3")
        let muxer = try TransportStreamMuxer([SyntheticTracks.cut(track)], isSingleFile: false)
        let stream = try Demultiplexed(try RenditionReading.all(try RenditionReading.rendition(muxer)))
        let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
        #expect(
            stream.streams[0x100]?.map(\.data) == [
                test.expected.reduce(delimiter) { $0 + [0, 0, 0, 1] + $1 }
            ]
        )
    }

    /// The NAL unit length of the second sample, at offset 9, exceeds the sample by one byte.
    @Test func refusesLengthsThatDoNotFit() throws {
        let good = SyntheticPicture(units: [[0x41, 1, 2]])
        let track = SyntheticTracks.video([good, good], lengthSize: 4)
        var bytes = try track.bytes.makeReader().bytes(Int(track.bytes.size), at: 0)
        bytes[2 + 7 + 3] = 4
        let broken = SyntheticTracks.track(
            .video,
            .avc,
            track.format.sampleEntry,
            90_000,
            0,
            track.samples,
            bytes
        )
        let muxer = try TransportStreamMuxer([SyntheticTracks.cut(broken)], isSingleFile: false)
        #expect(
            throws: MezzanineError.malformed(
                path: "made.mp4",
                .truncated(offset: 9, needed: 8, available: 7)
            )
        ) { try muxer.draft(0) }
    }
}
