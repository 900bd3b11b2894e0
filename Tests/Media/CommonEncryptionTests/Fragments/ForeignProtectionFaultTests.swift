import ISOBaseMedia
import ProtectionTerms
import SampleEncryption
import Testing

/// Malformed or unsupported protection in forms that fairlead does not write.
@Suite struct ForeignProtectionFaultTests {
    private static let sample = [UInt8](0..<50)

    private static func full(_ type: String, version: Int = 0, _ body: [UInt8]) -> [UInt8] {
        FragmentBytes.box(type, FragmentBytes.number(version << 24, 4) + body)
    }

    /// Returns the error for an audio fragment with these boxes, or nil if it is read.
    private static func fault(_ extra: [UInt8], _ scheme: ProtectionScheme) throws -> String? {
        var fragment = FragmentBuilder(track: 2, samples: [sample])
        fragment.extra = extra
        let movie = SyntheticMovie.protected(try SyntheticMovie.clear(), scheme)
        do {
            _ = try FragmentRun.invariant(fragment.bytes, movie, key: try SyntheticMovie.key())
            return nil
        } catch let error as SampleEncryptionError {
            return FragmentRefusalTests.text(error)
        }
    }

    /// PIFF's box has its own field for the IV size.
    @Test(arguments: [0, 5, 12, 17, 255])
    func vectorsOfOtherSizes(size: Int) throws {
        let override: [UInt8] = [0, 0, 1, UInt8(size)] + SyntheticMovie.keyID
        let list = FragmentBytes.number(1, 4) + [UInt8](repeating: 3, count: size)
        let extra = FragmentBytes.box(
            "uuid",
            SampleEncryptionBox.extendedType + [0, 0, 0, 1],
            override + list
        )
        #expect(try Self.fault(extra, .cenc) != nil)
    }

    private static func groups(_ pattern: UInt8, index: Int) -> [UInt8] {
        let entry = [0, pattern, 1, 0] + SyntheticMovie.keyID + [16] + SyntheticMovie.iv
        let seig = Array("seig".utf8)
        let counts = FragmentBytes.number(entry.count, 4) + FragmentBytes.number(1, 4)
        let run = FragmentBytes.number(1, 4) + FragmentBytes.number(1, 4) + FragmentBytes.number(index, 4)
        return full("sbgp", seig + run) + full("sgpd", version: 1, seig + counts + entry)
    }

    @Test(
        arguments: [
            (0x00, 0x1_0001, nil), (0x00, 0, nil), (0x55, 0x1_0001, "pattern of 5"),
            (0x09, 0x1_0001, "pattern"), (0x00, 0x1_0002, "'seig' 65538"), (0x00, 1, "'seig' 1"),
            (0x00, 0xFFFF_FFFF, "'seig' 4294967295"),
        ] as [(UInt8, Int, String?)]
    )
    func groups(pattern: UInt8, index: Int, says: String?) throws {
        let text = try Self.fault(Self.groups(pattern, index: index), .cbcs)
        #expect((text == nil) == (says == nil), "\(text ?? "accepted")")
        if let says { #expect(text?.contains(says) == true, "\(text ?? "accepted")") }
    }

    /// A `senc` or `saio` that is missing, too short, or has more entries than there are samples.
    @Test(
        arguments: [
            ("senc of none", full("senc", FragmentBytes.number(0, 4)), "sample_count of 'senc' 0"),
            (
                "senc of all", full("senc", [0xFF, 0xFF, 0xFF, 0xFF]),
                "sample_count of 'senc' 4294967295"
            ),
            ("senc cut short", full("senc", FragmentBytes.number(1, 4) + [1, 2, 3]), "3 bytes"),
            (
                "saio of two for one run",
                full("saio", FragmentBytes.number(2, 4) + FragmentBytes.number(0, 8))
                    + full("senc", FragmentBytes.number(1, 4) + [UInt8](repeating: 3, count: 8)),
                "entry_count of 'saio' 2"
            ),
            (
                "saio behind all files",
                full("saio", version: 1, FragmentBytes.number(1, 4) + [UInt8](repeating: 0xFF, count: 8))
                    + full("senc", FragmentBytes.number(1, 4) + [UInt8](repeating: 3, count: 8)),
                "offset in 'saio'"
            ),
        ] as [(String, [UInt8], String)]
    )
    func lists(name: String, extra: [UInt8], says: String) throws {
        let text = try Self.fault(extra, .cenc)
        #expect(text?.contains(says) == true, "\(text ?? "accepted")")
    }
}
