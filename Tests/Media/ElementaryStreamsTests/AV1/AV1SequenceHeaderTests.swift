import Bitstreams
import ElementaryStreams
import Testing

/// Sequence headers written by hand (AV1, 5.5); the parser has to end at their last bit.
struct AV1SequenceHeaderTests {
    /// num_units_in_display_tick and time_scale.
    private static let clock = field(1, 32) + field(25, 32)
    /// A decoder model.
    ///
    /// buffer_delay_length 10, num_units_in_decoding_tick, buffer_removal_time_length 5,
    /// frame_presentation_time_length 7.
    private static let decoderModel = field(9, 5) + field(1, 32) + field(4, 5) + field(6, 5)

    private static func changed(_ change: (inout AV1TestSequence) -> Void) -> AV1TestSequence {
        var sequence = AV1TestSequence()
        change(&sequence)
        return sequence
    }

    private static let sequences: [AV1TestSequence] = [
        AV1TestSequence(),
        changed { $0.profile = "000 1 1" },
        changed { $0.timing = "1" + clock + "0 0" },
        // num_ticks_per_picture_minus_1 is 4 in uvlc().
        changed { $0.timing = "1" + clock + "1 00101 0" },
        changed {
            $0.timing = "1" + clock + "0 1" + decoderModel
            // Two operating points, levels 8 and 3: a tier, a decoder model with two delays of 10 bits,
            // display delays.
            $0.operatingPoints =
                "1 00001  000100000011 01000 1 1 \(field(1, 10))\(field(2, 10)) 1  1 0101"
                + "  000100000001 00011 0 0"
        },
        changed { $0.frameIDs = "1 1011 010" },
        changed {
            $0.orderHintLength = 7
            $0.referenceMotion = "1"
            $0.screenContent = "1 1"
        },
        changed { $0.screenContent = "1 0 1" },
        changed { $0.screenContent = "0 1 1" },
        changed { $0.screenContent = "0 1 0 1" },
        // Monochrome, 10 bits.
        changed { $0.color = "1 1 0 0" },
        // sRGB: neither color_range nor subsampling.
        changed {
            $0.profile = "001 0 0"
            $0.color = "0 1 \(field(1, 8))\(field(13, 8))\(field(0, 8)) 1"
        },
        changed {
            $0.profile = "001 0 0"
            $0.color = "0 0 1 0"
        },
        // 4:2:2 of 10 bits; 12 bits 4:4:4 and 4:2:0.
        changed {
            $0.profile = "010 0 0"
            $0.color = "1 0 0 0 0 0"
        },
        changed {
            $0.profile = "010 0 0"
            $0.color = "1 1 0 0 0 0 0"
        },
        changed {
            $0.profile = "010 0 0"
            $0.color = "1 1 0 0 0 1 1 00 0"
        },
    ]

    @Test(arguments: sequences.indices)
    func endsWhereItsBitsEnd(index: Int) throws {
        let bytes = Self.sequences[index].bytes
        let header = try AV1SequenceHeader(bytes[...], at: 0)
        #expect(header.maximumSize.width == 64 && header.maximumSize.height == 64)
        for length in 0..<bytes.count {
            let error = #expect(throws: ParseError.self) {
                try AV1SequenceHeader(bytes.prefix(length), at: 0)
            }
            guard case .truncated = error else {
                Issue.record("\(length) bytes: \(String(describing: error))")
                continue
            }
        }
    }

    @Test func tellsColours() throws {
        let color = try AV1SequenceHeader(Self.sequences[13].bytes[...], at: 0).color
        #expect(color.bitDepth == 10 && color.halvesWidth && !color.halvesHeight && !color.isMonochrome)
    }

    @Test(arguments: [
        ("011 0 0", "seq_profile 3"), ("000 0 1", "reduced_still_picture_header 1 without still_picture"),
    ])
    func refuses(profile: String, found: String) {
        let sequence = Self.changed { $0.profile = profile }
        let error = #expect(throws: ParseError.self) { try AV1SequenceHeader(sequence.bytes[...], at: 0) }
        #expect(error?.found == found)
    }

    @Test func frameIDsHaveNoMoreThan16Bits() {
        let sequence = Self.changed { $0.frameIDs = "1 1111 000" }
        let error = #expect(throws: ParseError.self) { try AV1SequenceHeader(sequence.bytes[...], at: 0) }
        #expect(error?.found == "length of frame ids 18 bits")
    }
}
