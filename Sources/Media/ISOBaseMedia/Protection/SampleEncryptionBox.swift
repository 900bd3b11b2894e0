package import Bitstreams

/// `senc`: the IVs and subsamples of the samples of a fragment (ISO/IEC 23001-7, 7.2).
///
/// The older form of PIFF (Protected Interoperable File Format), a `uuid` box, is read too.
package struct SampleEncryptionBox: Sendable {
    /// The size in bytes of version, flags and sample_count, which precede the first sample's data in the
    /// body.
    package static let fieldsSize = 8
    /// The extended type of the `uuid` box of PIFF.
    package static let extendedType: [UInt8] = [
        0xA2, 0x39, 0x4F, 0x52, 0x5A, 0x9B, 0x4F, 0x14, 0xA2, 0x44, 0x6C, 0x42, 0x7C, 0x64, 0x8D, 0xF4,
    ]

    /// The encryption parameters that replace those of `tenc`; only PIFF allows them in this box.
    package struct Override: Hashable, Sendable {
        /// The size of a per-sample IV, in bytes.
        package let perSampleIVSize: Int
        /// KID, 16 bytes.
        package let keyID: [UInt8]
    }

    /// The entry of one sample.
    package struct Sample: Hashable, Sendable {
        /// The per-sample IV; empty if there is a constant IV.
        package let iv: ArraySlice<UInt8>
        /// The subsamples, or nil if the whole sample is encrypted.
        package let subsamples: Subsamples?
        /// The offset of the entry in the stream.
        package let offset: UInt64
        /// The size of the entry in bytes.
        package let size: Int
    }

    /// The number of samples.
    package let sampleCount: UInt32
    /// Indicates whether entries list subsamples.
    package let hasSubsamples: Bool
    /// The override of `tenc`, or nil if absent.
    package let override: Override?
    /// A reader at the first sample's entry.
    package let samples: ByteReader

    /// Reads the body of `senc`, or of a `uuid` box with `extendedType`.
    ///
    /// - Throws: `ParseError` if bytes are missing, the version is not 0, or a `senc` has flag 1, which
    ///   readers take for the override of PIFF.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let offset = reader.offset
        let flags = try FullBoxHeader(&reader, maximumVersion: 0).flags
        if box.type == "uuid", flags & 0x01 != 0 {
            try reader.skip(3)
            let size = Int(try reader.uint8())
            override = Override(perSampleIVSize: size, keyID: Array(try reader.read(16)))
        } else {
            guard flags & 0x01 == 0 else {
                throw .invalid(
                    offset: offset,
                    field: "flags of 'senc'",
                    found: "0x" + String(flags, radix: 16),
                    expected: "0x0 or 0x2: only the PIFF box allows an override"
                )
            }
            override = nil
        }
        hasSubsamples = flags & 0x02 != 0
        sampleCount = try reader.uint32()
        samples = reader
    }

    /// Indicates whether a box is `senc` or its PIFF form.
    package static func isForm(of node: BoxNode) -> Bool {
        node.type == "senc" || node.type == "uuid" && node.extendedType.elementsEqual(extendedType)
    }

    /// Reads the entry of the next sample.
    ///
    /// - Parameters:
    ///   - reader: a reader that starts as a copy of `samples`.
    ///   - ivSize: Per_Sample_IV_Size of the sample, in bytes.
    /// - Returns: the entry.
    /// - Throws: `ParseError` if bytes are missing.
    package func nextSample(
        _ reader: inout ByteReader,
        ivSize: Int
    ) throws(ParseError) -> Sample {
        let offset = reader.offset
        let available = reader.count
        let iv = try reader.read(ivSize)
        var subsamples: Subsamples?
        if hasSubsamples {
            let count = Int(try reader.uint16())
            subsamples = Subsamples(try reader.subreader(count * Subsamples.entrySize))
        }
        return Sample(
            iv: iv,
            subsamples: subsamples,
            offset: offset,
            size: available - reader.count
        )
    }

    /// Returns the fields of a `senc` box before the entries of its samples.
    package static func fields(sampleCount: UInt32, hasSubsamples: Bool) -> [UInt8] {
        [0, 0, 0, hasSubsamples ? 0x02 : 0] + [UInt8](bigEndian: sampleCount)
    }
}

/// The subsamples of a sample in order, each some clear bytes followed by some encrypted ones.
package struct Subsamples: Hashable, Sendable {
    /// The size of an entry, in bytes.
    package static let entrySize = 6

    private let bytes: ArraySlice<UInt8>

    /// - Parameter reader: a reader of the entries only, a multiple of `entrySize` bytes.
    init(_ reader: ByteReader) {
        bytes = reader.remainingBytes
    }

    /// The total size of all subsamples, in bytes.
    package var totalSize: UInt64 {
        var total: UInt64 = 0
        forEach { total += UInt64($0) + UInt64($1) }
        return total
    }

    /// Calls `body` with BytesOfClearData and BytesOfProtectedData of every entry.
    package func forEach(_ body: (Int, Int) -> Void) {
        for entry in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.entrySize) {
            body(
                bytes[entry..<entry + 2].reduce(0) { $0 << 8 | Int($1) },
                bytes[entry + 2..<entry + 6].reduce(0) { $0 << 8 | Int($1) }
            )
        }
    }
}
