import Bitstreams
import CommonEncryption
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import Testing

/// Segments that cannot be encrypted: surveyor and writer refuse them and name the offset.
@Suite struct FragmentRefusalTests {
    /// A segment and the beginning of its error message.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let says: String
        var movie: @Sendable () throws -> MovieFormat = { try SyntheticMovie.clear() }

        var testDescription: String { name }
    }

    /// A fragment with `moof` at 0, `traf` at 24, `trun` at 64, and extra boxes at 88.
    ///
    /// Without extra boxes, `mdat` is at 88 and the sample from 96 to 99.
    private static let audio = FragmentBuilder(track: 2, samples: [[1, 2, 3]])

    private static func fragment(_ change: (inout FragmentBuilder) -> Void) -> FragmentBuilder {
        var fragment = audio
        change(&fragment)
        return fragment
    }

    private static func video(_ sample: [UInt8]) -> [UInt8] {
        FragmentBuilder(track: 1, samples: [[0, 0, 0, 2, 9, 0xF0], sample]).bytes
    }

    private static func full(_ type: String, _ body: [UInt8], flags: Int = 0) -> [UInt8] {
        FragmentBytes.box(type, FragmentBytes.number(flags, 4) + body)
    }

    static let cases: [Case] = [
        Case(name: "nothing", bytes: [], says: "byte 0: no box 'moof'"),
        Case(name: "no moof", bytes: FragmentBytes.box("free", [1]), says: "byte 0: no box 'moof'"),
        Case(name: "half a header", bytes: audio.bytes + [0, 0, 0], says: "byte 99: 3 bytes"),
        Case(
            name: "box cut short",
            bytes: audio.bytes + FragmentBytes.number(100, 4) + Array("free".utf8),
            says: "byte 99: 8 bytes, expected 100 bytes"
        ),
        Case(
            name: "mdat first",
            bytes: audio.data + audio.bytes,
            says: "byte 0: a box 'mdat' that belongs to no 'moof'"
        ),
        Case(
            name: "second mdat",
            bytes: audio.bytes + audio.data,
            says: "byte 99: a box 'mdat' that belongs to no 'moof'"
        ),
        Case(
            name: "moof without mdat",
            bytes: Array(audio.bytes.dropLast(11)),
            says: "byte 88: no box 'mdat' for the sample at byte 96"
        ),
        Case(name: "moov", bytes: FragmentBytes.box("moov") + audio.bytes, says: "byte 0: a box 'moov'"),
        Case(
            name: "moof to the end",
            bytes: [0, 0, 0, 0] + Array("moof".utf8),
            says: "byte 0: box size 0 of 'moof'"
        ),
        Case(
            name: "moof of more than 16 MiB",
            bytes: FragmentBytes.box("moof", [UInt8](repeating: 0, count: 16 << 20)),
            says: "byte 0: a box 'moof' of 16777224 bytes, more than 16 MiB"
        ),
        Case(
            name: "unknown track",
            bytes: fragment { $0.track = 9 }.bytes,
            says: "byte 24: track_ID of 'tfhd' 9, expected a track of the initialization section: 1, 2, 3"
        ),
        Case(
            name: "unknown sample entry",
            bytes: fragment {
                $0.headerFlags |= 2
                $0.headerFields = [0, 0, 0, 2]
            }.bytes,
            says: "byte 24: sample_description_index 2, expected 1 to 1"
        ),
        Case(
            name: "no tfhd",
            bytes: FragmentBytes.box("moof", FragmentBytes.box("traf")),
            says: "byte 8: no 'tfhd' in box 'traf'"
        ),
        Case(
            name: "bytes in front of samples",
            bytes: fragment {
                $0.shift = 1
                $0.dataAfterSamples = [0, 0]
            }.bytes,
            says: "byte 96: 1 byte of 'mdat' outside of all samples"
        ),
        Case(
            name: "bytes behind samples",
            bytes: fragment { $0.dataAfterSamples = [0, 0] }.bytes,
            says: "byte 99: 2 bytes of 'mdat' outside of all samples"
        ),
        Case(
            name: "sample in the header of mdat",
            bytes: fragment { $0.shift = -1 }.bytes,
            says:
                "byte 95: sample 1 of track 2 in the fragment at byte 0 at bytes 95 to 98, outside of the 'mdat'"
        ),
        Case(
            name: "sample behind mdat",
            bytes: fragment { $0.shift = 1 }.bytes,
            says: "byte 97: sample 1 of track 2 in the fragment at byte 0 at bytes 97 to 100, outside"
        ),
        Case(
            name: "place before the segment",
            bytes: fragment { $0.shift = -200 }.bytes,
            says: "byte 64: location of samples byte -104 of the segment"
        ),
        Case(
            name: "shared bytes",
            bytes: FragmentBytes.box(
                "moof",
                audio.trackFragment(offset: 144),
                FragmentBuilder(track: 3, samples: [[1, 2]]).trackFragment(offset: 146)
            ) + FragmentBytes.box("mdat", [1, 2, 3, 4]),
            says:
                "byte 146: sample 1 of track 3 in the fragment at byte 0, which shares bytes with another sample"
        ),
        Case(
            name: "samples of a track in another order",
            bytes: FragmentBytes.box(
                "moof",
                audio.trackFragment(offset: 147),
                audio.trackFragment(offset: 144)
            ) + FragmentBytes.box("mdat", [1, 2, 3, 4, 5, 6]),
            says:
                "byte 147: sample 1 of track 2 in the fragment at byte 0, which is stored after a later sample"
        ),
        Case(
            name: "too many samples",
            bytes: FragmentBytes.box(
                "moof",
                FragmentBytes.box(
                    "traf",
                    full("tfhd", FragmentBytes.number(2, 4) + [0, 0, 0, 0], flags: 0x02_0010),
                    full("trun", FragmentBytes.number(0xFFFF_FFFF, 4))
                )
            ),
            says: "byte 36: a movie fragment of more than 1048576 samples"
        ),
        Case(
            name: "senc",
            bytes: fragment { $0.extra = full("senc", [0, 0, 0, 0]) }.bytes,
            says: "byte 88: encrypted already: 'senc' in 'traf'"
        ),
        Case(
            name: "senc of PIFF",
            bytes: fragment {
                $0.extra = FragmentBytes.box(
                    "uuid",
                    SampleEncryptionBox.extendedType,
                    [UInt8](repeating: 0, count: 8)
                )
            }.bytes,
            says: "byte 88: encrypted already: 'senc' in 'traf'"
        ),
        Case(
            name: "saiz",
            bytes: fragment { $0.extra = full("saiz", [8] + FragmentBytes.number(1, 4)) }.bytes,
            says: "byte 88: encrypted already: 'saiz' in 'traf'"
        ),
        Case(
            name: "saio of another kind",
            bytes: fragment {
                $0.extra = full("saio", Array("misc".utf8) + [UInt8](repeating: 0, count: 8), flags: 1)
            }.bytes,
            says: "byte 88: sample auxiliary information of type 'misc'"
        ),
        Case(
            name: "seig",
            bytes: fragment { $0.extra = full("sgpd", Array("seig".utf8)) }.bytes,
            says: "byte 88: encrypted already: sample group 'seig' in 'traf'"
        ),
        Case(
            name: "pssh",
            bytes: fragment { $0.movieFragmentExtra = FragmentBytes.box("pssh") }.bytes,
            says: "byte 24: encrypted already: 'pssh' in 'moof'"
        ),
        Case(
            name: "encrypted entry",
            bytes: audio.bytes,
            says: "byte 0: encrypted already: sample entry 'mp4a'",
            movie: { SyntheticMovie.protected(try SyntheticMovie.clear(), .cbcs) }
        ),
        Case(
            name: "NAL unit of no bytes",
            bytes: video([0, 0, 0, 0, 9, 0xF0]),
            says:
                "byte 106: sample 2 of track 1 in the fragment at byte 0: NAL unit length 0, expected 1 to 2"
        ),
        Case(
            name: "NAL unit too long",
            bytes: video([0, 0, 0, 3, 9, 0xF0]),
            says:
                "byte 106: sample 2 of track 1 in the fragment at byte 0: NAL unit length 3, expected 1 to 2"
        ),
        Case(
            name: "stray bytes",
            bytes: video([0, 0, 0, 2, 9, 0xF0, 0]),
            says:
                "byte 112: sample 2 of track 1 in the fragment at byte 0: rest of the sample of 1 byte after the last NAL unit"
        ),
        Case(
            name: "length alone",
            bytes: video([0, 0, 0, 1]),
            says:
                "byte 106: sample 2 of track 1 in the fragment at byte 0: rest of the sample of 4 bytes after the last NAL unit"
        ),
        Case(
            name: "data partition",
            bytes: video([0, 0, 0, 2, 2, 0]),
            says:
                "byte 106: sample 2 of track 1 in the fragment at byte 0: slices of H.264 in data partitions"
        ),
        Case(
            name: "slice header cut short",
            bytes: video([0, 0, 0, 2, 0x65, 0x88]),
            says: "byte 110: sample 2 of track 1 in the fragment at byte 0: end after 2 bytes"
        ),
        Case(
            name: "slice of an unknown parameter set",
            // first_mb_in_slice 0, slice_type 7, pic_parameter_set_id 1
            bytes: video([0, 0, 0, 8, 0x65, 0x88, 0b0100_1010, 0x80, 0x80, 0x80, 0x80, 0x80]),
            says: "byte 110: no picture parameter set 1 in sample 2 of track 1"
        ),
        Case(
            name: "sidx cut short",
            bytes: full("sidx", [0, 0, 0, 1]) + audio.bytes,
            says: "byte 16: 0 bytes, expected 4 bytes"
        ),
    ]

    @Test(arguments: cases)
    func surveyorRefuses(_ refused: Case) throws {
        let text = try Self.refusal {
            _ = try FragmentRun.survey(refused.bytes, try refused.movie())
        }
        #expect(text?.hasPrefix(refused.says) == true, "\(text ?? "accepted")")
    }

    @Test(arguments: cases)
    func writerRefuses(_ refused: Case) throws {
        let text = try Self.refusal {
            _ = try FragmentRun.write(
                refused.bytes,
                try refused.movie(),
                .encrypted(try SyntheticMovie.fragmentKey(.cbcs))
            )
        }
        #expect(text?.hasPrefix(refused.says) == true, "\(text ?? "accepted")")
    }

    /// Returns the message of the error thrown, or nil if there is none.
    private static func refusal(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch let error as SampleEncryptionError {
            return text(error)
        }
    }

    static func text(_ error: SampleEncryptionError) -> String {
        switch error {
        case .malformed(let error): error.description
        case .unsupported(let offset, let what, _): "byte \(offset): \(what)"
        case .alreadyEncrypted(let offset, let what): "byte \(offset): encrypted already: \(what)"
        case .cipher(let error): "\(error)"
        }
    }
}
