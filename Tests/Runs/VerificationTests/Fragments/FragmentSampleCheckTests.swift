import CommonEncryption
import ISOBaseMedia
import Testing

@testable import Verification

/// Faults in samples of fragments, visible in their bytes.
struct FragmentSampleCheckTests {
    private static func samples(_ format: FourCharacterCode, _ codec: SampleCodec) throws
        -> FragmentSampleCheck
    {
        // version, flags, track_ID and five defaults.
        let body: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16)
        let defaults = try TrackExtendsBox(Box(type: "trex", offset: 0, bodyOffset: 8, body: body[...]))
        let entry = MovieTrackFormat.Entry(format: format, codec: codec)
        let track = MovieTrackFormat(trackID: 1, handlerType: "soun", entries: [entry], defaults: defaults)
        return FragmentSampleCheck(MovieFormat(tracks: [track]))
    }

    /// Returns the CRC-16 of FLAC, calculated bit by bit: x^16 + x^15 + x^2 + 1, from 0.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var register: UInt16 = 0
        for byte in bytes {
            register ^= UInt16(byte) << 8
            for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
        }
        return [UInt8(register >> 8), UInt8(register & 0xFF)]
    }

    @Test(arguments: [nil, 0, 20, 41])
    func flac(_ changed: Int?) throws {
        var samples = try Self.samples("fLaC", .wholeSamples)
        var frame: [UInt8] = [0xFF, 0xF8] + (0..<38).map { UInt8($0 * 7 & 0xFF) }
        frame += Self.checksum(frame)
        if let changed { frame[changed] ^= 0x10 }
        let found = samples.check(frame.span, of: 1)
        #expect((found == nil) == (changed == nil))
    }

    /// Two NAL units with lengths of two bytes: an SEI, which may have any bytes, and a slice.
    @Test(arguments: [
        ([1, 2, 0, 0, 3, 1] as [UInt8], true), ([1, 2, 0, 0, 1, 9], false), ([1, 0, 0, 2, 9], false),
        ([1, 0, 0, 3, 9], false), ([1, 9, 0, 0, 0], true),
    ])
    func slices(_ body: [UInt8], _ isRight: Bool) throws {
        let configuration = SampleCodec.NALUnitConfiguration(lengthSize: 2, parameterSets: [])
        for (format, codec, sei, slice) in [
            ("avc1", SampleCodec.avc(configuration), [0x06], [0x65]),
            ("hvc1", SampleCodec.hevc(configuration), [39 << 1, 1], [19 << 1, 1]),
        ] as [(FourCharacterCode, SampleCodec, [UInt8], [UInt8])] {
            var samples = try Self.samples(format, codec)
            let units: [[UInt8]] = [sei + [0, 0, 1, 1], slice + body]
            let sample: [UInt8] = units.flatMap { unit -> [UInt8] in [0, UInt8(unit.count)] + unit }
            let found = samples.check(sample.span, of: 1)
            #expect((found == nil) == isRight)
            #expect(found == nil || found?.part == "NAL unit 1")
        }
    }
}
