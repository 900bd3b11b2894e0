import Bitstreams
import ElementaryStreams
import Testing

/// Limits of numbers in parameter sets and slice headers, tested at the limit and above it.
struct IdentifierLimitTests {
    /// A NAL unit that ends after a number.
    struct Case: CustomTestStringConvertible, Sendable {
        let field: String
        let limit: UInt64
        var isHEVC = false
        var isSlice = false
        /// The bits before the number, from the NAL unit header on.
        let start: String

        var testDescription: String { "\(isHEVC ? "HEVC" : "AVC") \(field)" }

        /// Returns the error for the NAL unit with this number, or nil if it is read.
        func error(_ number: UInt64) -> ParseError? {
            var bits = BitWriter()
            bits.write(start)
            bits.writeGolomb(number)
            // The stop bit and the padding are read as later fields, so only an error in `field` counts.
            let unit = escaped(bits.payload)
            do throws(ParseError) {
                if isHEVC {
                    var reader = HEVCSliceHeaderReader()
                    if isSlice { _ = try reader.clearLength(ofSlice: unit[...], at: 0) }
                    try reader.store(parameterSet: unit[...], at: 0)
                } else {
                    var reader = AVCSliceHeaderReader()
                    if isSlice { _ = try reader.clearLength(ofSlice: unit[...], at: 0) }
                    try reader.store(parameterSet: unit[...], at: 0)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Limits from ITU-T H.264, 7.4.2.1.1, 7.4.2.2, 7.4.3; H.265, 7.4.3.2.1, 7.4.3.3.1, 7.4.7.1.
    static let cases = [
        // Baseline profile, level 4.
        Case(field: "seq_parameter_set_id", limit: 31, start: "01100111 01000010 00000000 00101000"),
        Case(field: "pic_parameter_set_id", limit: 255, start: "01101000"),
        // pic_parameter_set_id 0.
        Case(field: "seq_parameter_set_id", limit: 31, start: "01101000 1"),
        // first_mb_in_slice 0, slice_type 7.
        Case(field: "pic_parameter_set_id", limit: 255, isSlice: true, start: "00100001 1 0001000"),
        // sps_video_parameter_set_id, one layer, nesting; profile, constraints and level.
        Case(
            field: "sps_seq_parameter_set_id",
            limit: 15,
            isHEVC: true,
            start: "01000010 00000001 0000 000 1" + String(repeating: "01010101", count: 12)
        ),
        Case(field: "pps_pic_parameter_set_id", limit: 63, isHEVC: true, start: "01000100 00000001"),
        Case(field: "pps_seq_parameter_set_id", limit: 15, isHEVC: true, start: "01000100 00000001 1"),
        // first_slice_segment_in_pic_flag.
        Case(
            field: "slice_pic_parameter_set_id",
            limit: 63,
            isHEVC: true,
            isSlice: true,
            start: "00000010 00000001 1"
        ),
    ]

    private static func isAboveLimit(_ error: ParseError?, of name: String) -> Bool {
        guard case .invalid(_, let field, _, _)? = error else { return false }
        return field == name
    }

    @Test(arguments: cases)
    func isKept(_ limited: Case) {
        #expect(!Self.isAboveLimit(limited.error(limited.limit), of: limited.field))
        for number in [limited.limit + 1, UInt64(UInt32.max) - 1] {
            let error = limited.error(number)
            #expect(Self.isAboveLimit(error, of: limited.field), "\(number): \(String(describing: error))")
        }
    }

    /// 32 zero bits before a number, with emulation prevention bytes.
    @Test(arguments: [false, true])
    func longCodesAreRefused(isHEVC: Bool) {
        let header: [UInt8] = isHEVC ? [0x44, 0x01] : [0x68]
        let unit = header + [0, 0, 3, 0, 0, 3, 0x80, 0, 0, 3, 0, 0, 3, 0x80]
        #expect(
            isInvalid {
                if isHEVC {
                    var reader = HEVCSliceHeaderReader()
                    try reader.store(parameterSet: unit[...], at: 0)
                } else {
                    var reader = AVCSliceHeaderReader()
                    try reader.store(parameterSet: unit[...], at: 0)
                }
            }
        )
    }

    /// An emulation prevention byte at the very end of the NAL unit is not read as header bits.
    @Test func emulationPreventionAtTheEnd() {
        var reader = AVCSliceHeaderReader()
        let unit: [UInt8] = [0x68, 0, 0, 3]
        #expect(isTruncated { try reader.store(parameterSet: unit[...], at: 0) })
    }
}
