import Ciphers
import CommonEncryption
import ProtectionTerms
import SampleEncryption
import Testing

/// Fragments whose auxiliary information is inconsistent, or does not fit their samples.
@Suite struct ProtectedFragmentFaultTests {
    /// A change of one byte of a protected segment.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The box, and the offset of the byte from the start of the box header.
        let location: (box: String, offset: Int)
        let value: UInt8
        let says: String
        var scheme = ProtectionScheme.cbcs

        var testDescription: String { name }
    }

    /// A 4-byte length, 4 clear bytes, 200 protected bytes.
    private static let sample: [UInt8] = {
        let slice = AVCSliceBuilder.make(
            isIDR: true,
            firstMacroblock: 0,
            data: [UInt8](repeating: 7, count: 200)
        )
        return FragmentBytes.number(slice.unit.count, 4) + slice.unit
    }()

    static let cases: [Case] = [
        Case(
            name: "another slice header size",
            location: ("senc", 19),
            value: 9,
            says: "sample 1 of track 1 in the fragment at byte 0: sum of subsamples 209, expected 208"
        ),
        Case(
            name: "other count in saiz",
            location: ("saiz", 16),
            value: 2,
            says: "sample_count of 'saiz' 2, expected 1"
        ),
        Case(name: "other size in saiz", location: ("saiz", 12), value: 9, says: ": size in 'saiz' "),
        Case(
            name: "other place in saio",
            location: ("saio", 19),
            value: 1,
            says: "offset in 'saio' "
        ),
        Case(
            name: "two places in saio",
            location: ("saio", 15),
            value: 0,
            says: "entry_count of 'saio' 0, expected 1"
        ),
        Case(
            name: "other count in senc",
            location: ("senc", 15),
            value: 2,
            says: "sample_count of 'senc' 2, expected 1"
        ),
        Case(
            name: "cenc clear byte too many",
            location: ("senc", 27),
            value: 17,
            says: "sample 1 of track 1 in the fragment at byte 0: sum of subsamples 209, expected 208",
            scheme: .cenc
        ),
    ]

    @Test(arguments: cases)
    func damageIsFound(_ damage: Case) throws {
        var bytes = try Self.protected(damage.scheme)
        let start = try #require(Self.offset(of: damage.location.box, in: bytes))
        bytes[start + damage.location.offset] = damage.value
        let text = try Self.fault(bytes, damage.scheme)
        #expect(text?.contains(damage.says) == true, "\(text ?? "accepted")")
    }

    /// A wrong slice header size with correct sums is found.
    ///
    /// Such a segment plays everywhere except on Apple devices.
    @Test func anotherSliceHeaderSizeIsFound() throws {
        var bytes = try Self.protected(.cbcs)
        let start = try #require(Self.offset(of: "senc", in: bytes))
        bytes[start + 19] = 9
        bytes[start + 23] = 199
        let text = try Self.fault(bytes, .cbcs)
        #expect(
            text?.contains(
                "sample 1 of track 1 in the fragment at byte 0: protected range 1 in NAL unit 0 (nal_unit_type 5) 199 bytes from byte 9 of the sample,"
                    + " expected 200 bytes from byte 8 of the sample"
            ) == true,
            "\(text ?? "accepted")"
        )
    }

    @Test func anotherKeyIsFound() throws {
        let bytes = try Self.protected(.cbcs)
        let text = try Self.fault(bytes, .cbcs, keyID: [UInt8](repeating: 9, count: 16))
        #expect(text?.contains(": KID 0x") == true, "\(text ?? "accepted")")
        let key = SampleAESKey(
            key: try SyntheticMovie.key().key,
            iv: InitializationVector(mediaSequence: 1)
        )
        let otherText = try Self.fault(bytes, .cbcs, key: key)
        #expect(otherText?.contains(": initialization vector 0x") == true, "\(otherText ?? "accepted")")
    }

    @Test func missingListIsFound() throws {
        let fragment = FragmentBuilder(track: 1, samples: [Self.sample])
        let text = try Self.fault(fragment.bytes, .cenc)
        #expect(text?.contains("no 'senc'") == true, "\(text ?? "accepted")")
        // With a constant IV a missing `senc` means that whole samples are encrypted; the decrypted bytes are
        // not NAL units.
        let otherText = try Self.fault(fragment.bytes, .cbcs)
        #expect(otherText?.contains(": NAL unit length ") == true, "\(otherText ?? "accepted")")
    }

    private static func protected(_ scheme: ProtectionScheme) throws -> [UInt8] {
        let fragment = FragmentBuilder(track: 1, samples: [sample])
        let treatment = FragmentTreatment.encrypted(try SyntheticMovie.fragmentKey(scheme))
        return try FragmentRun.write(fragment.bytes, try SyntheticMovie.clear(), treatment).bytes
    }

    private static func offset(of type: String, in bytes: [UInt8]) -> Int? {
        let name = Array(type.utf8)
        return bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == name }.map { $0 - 4 }
    }

    private static func fault(
        _ bytes: [UInt8],
        _ scheme: ProtectionScheme,
        keyID: [UInt8] = SyntheticMovie.keyID,
        key: SampleAESKey? = nil
    ) throws -> String? {
        let movie = SyntheticMovie.protected(try SyntheticMovie.clear(), scheme)
        do {
            _ = try FragmentRun.invariant(bytes, movie, key: try key ?? SyntheticMovie.key(), keyID: keyID)
            return nil
        } catch let error as SampleEncryptionError {
            return FragmentRefusalTests.text(error)
        }
    }
}
