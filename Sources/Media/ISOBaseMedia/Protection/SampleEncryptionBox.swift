package import Bitstreams

/// `senc`: the initialization vectors of samples, and which of their bytes are encrypted (ISO/IEC 23001-7, 7.2).
///
/// Its form of PIFF, a `uuid` box, is read too.
package struct SampleEncryptionBox: Sendable {
    /// Bytes in front of the first sample's data in the body of a `senc`: version, flags and sample_count.
    package static let fieldsSize = 8
    /// The extended type of PIFF's form.
    package static let extendedType: [UInt8] = [
        0xA2, 0x39, 0x4F, 0x52, 0x5A, 0x9B, 0x4F, 0x14, 0xA2, 0x44, 0x6C, 0x42, 0x7C, 0x64, 0x8D, 0xF4,
    ]

    /// What a sample is encrypted with where it is not as in `tenc`: PIFF alone says so.
    package struct Override: Hashable, Sendable {
        /// Bytes of each sample's vector.
        package let sampleVectorSize: Int
        /// KID, 16 bytes.
        package let keyID: [UInt8]
    }

    /// What is said of one sample.
    package struct Sample: Hashable, Sendable {
        /// Its vector; empty where there is a constant one.
        package let vector: ArraySlice<UInt8>
        /// Its parts; nil where the sample is encrypted as a whole.
        package let subsamples: Subsamples?
        /// Where this stands in the stream.
        package let offset: UInt64
        /// Bytes that say it.
        package let size: Int
    }

    /// Number of samples.
    package let sampleCount: UInt32
    /// Whether samples have subsamples.
    package let hasSubsamples: Bool
    /// See `Override`.
    package let override: Override?
    /// What is said of the samples.
    package let samples: ByteReader

    /// Reads the body of a `senc`, or of a `uuid` box with `extendedType`.
    ///
    /// - Throws: `ParseError` where bytes are missing, the version is not 0, or a `senc` has the flag of an override, which readers
    ///   take for that of PIFF.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let offset = reader.offset
        let flags = try FullBoxHeader(&reader, newest: 0).flags
        if box.type == "uuid", flags & 0x01 != 0 {
            try reader.skip(3)
            let size = Int(try reader.uint8())
            override = Override(sampleVectorSize: size, keyID: Array(try reader.take(16)))
        } else {
            guard flags & 0x01 == 0 else {
                throw .invalid(
                    offset: offset,
                    field: "flags of 'senc'",
                    found: "0x" + String(flags, radix: 16),
                    expected: "0x0 or 0x2: an override is PIFF's alone"
                )
            }
            override = nil
        }
        hasSubsamples = flags & 0x02 != 0
        sampleCount = try reader.uint32()
        samples = reader
    }

    /// Whether a node is such a box, in either form.
    package static func isForm(of node: BoxNode) -> Bool {
        node.type == "senc" || node.type == "uuid" && node.extendedType.elementsEqual(extendedType)
    }

    /// Reads what is said of the next sample.
    ///
    /// - Parameters:
    ///   - reader: starts as `samples`.
    ///   - vectorSize: Per_Sample_IV_Size of the sample.
    /// - Returns: what is said.
    /// - Throws: `ParseError` where bytes are missing.
    package func nextSample(
        _ reader: inout ByteReader,
        vectorSize: Int
    ) throws(ParseError) -> Sample {
        let offset = reader.offset
        let available = reader.count
        let vector = try reader.take(vectorSize)
        var subsamples: Subsamples?
        if hasSubsamples {
            let count = Int(try reader.uint16())
            subsamples = Subsamples(try reader.part(count * Subsamples.entrySize))
        }
        return Sample(
            vector: vector,
            subsamples: subsamples,
            offset: offset,
            size: available - reader.count
        )
    }

    /// The fields of a `senc` of samples whose data follow.
    package static func fields(sampleCount: UInt32, hasSubsamples: Bool) -> [UInt8] {
        [0, 0, 0, hasSubsamples ? 0x02 : 0] + [UInt8](bigEndian: sampleCount)
    }
}

/// The parts of a sample, one after the other: clear bytes, then encrypted ones.
package struct Subsamples: Hashable, Sendable {
    /// Bytes of an entry.
    package static let entrySize = 6

    private let bytes: ArraySlice<UInt8>

    /// - Parameter reader: whole entries.
    init(_ reader: ByteReader) {
        bytes = reader.rest
    }

    /// Bytes of all parts together.
    package var totalSize: UInt64 {
        var total: UInt64 = 0
        forEach { total += UInt64($0) + UInt64($1) }
        return total
    }

    /// Gives `body` BytesOfClearData and BytesOfProtectedData of every entry.
    package func forEach(_ body: (Int, Int) -> Void) {
        for entry in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.entrySize) {
            body(
                bytes[entry..<entry + 2].reduce(0) { $0 << 8 | Int($1) },
                bytes[entry + 2..<entry + 6].reduce(0) { $0 << 8 | Int($1) }
            )
        }
    }
}
