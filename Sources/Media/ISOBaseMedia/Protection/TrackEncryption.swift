package import Bitstreams

/// Encryption parameters of samples, from `tenc` or an entry of a `seig` sample group (ISO/IEC 23001-7, 8.2
/// and 6).
package struct TrackEncryption: Hashable, Sendable {
    /// isProtected: indicates whether the samples are encrypted.
    package var isProtected: Bool
    /// crypt_byte_block: the number of encrypted 16-byte blocks per turn of the pattern.
    ///
    /// If this and `skippedBlocks` are 0, there is no pattern.
    package var encryptedBlocks: UInt8
    /// skip_byte_block: the number of clear blocks after them.
    package var skippedBlocks: UInt8
    /// Per_Sample_IV_Size: 0, 8 or 16 bytes.
    package var perSampleIVSize: Int
    /// KID, 16 bytes.
    package var keyID: [UInt8]
    /// constant_IV, 8 or 16 bytes, or nil if there are per-sample IVs.
    package var constantIV: [UInt8]?

    /// Creates encryption parameters.
    package init(
        isProtected: Bool = true,
        encryptedBlocks: UInt8,
        skippedBlocks: UInt8,
        perSampleIVSize: Int,
        keyID: [UInt8],
        constantIV: [UInt8]?
    ) {
        self.isProtected = isProtected
        self.encryptedBlocks = encryptedBlocks
        self.skippedBlocks = skippedBlocks
        self.perSampleIVSize = perSampleIVSize
        self.keyID = keyID
        self.constantIV = constantIV
    }
}

extension TrackEncryption {
    /// The size of a KID, in bytes.
    static let keyIDSize = 16

    /// Reads the body of `tenc`, versions 0 and 1, and throws if bytes are left over.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let version = try FullBoxHeader(&reader, maximumVersion: 1).version
        // reserved
        try reader.skip(1)
        try self.init(afterReserved: &reader, hasPattern: version > 0)
        try reader.expectEnd(of: box)
    }

    /// Reads an entry of a `seig` sample group.
    ///
    /// - Parameter reader: a reader at the start of the entry, left at its end.
    /// - Throws: `ParseError` if bytes are missing or a field has a forbidden value.
    package init(sampleGroupEntry reader: inout ByteReader) throws(ParseError) {
        try reader.skip(1)
        try self.init(afterReserved: &reader, hasPattern: true)
    }

    /// The `tenc` box: of version 1 if there is a pattern or a constant IV, as Safari requires, else of
    /// version 0.
    package var node: BoxNode {
        let version: UInt8 = hasPattern || constantIV != nil ? 1 : 0
        return BoxNode("tenc", fields: [version, 0, 0, 0] + sampleGroupEntry)
    }

    /// The bytes of an entry of a `seig` sample group, which are those of `tenc` after version and flags.
    package var sampleGroupEntry: [UInt8] {
        let pattern = encryptedBlocks << 4 | skippedBlocks & 0x0F
        var entry: [UInt8] = [0, pattern, isProtected ? 1 : 0, UInt8(clamping: perSampleIVSize)] + keyID
        if let constantIV {
            entry.append(UInt8(clamping: constantIV.count))
            entry += constantIV
        }
        return entry
    }

    private var hasPattern: Bool { encryptedBlocks > 0 || skippedBlocks > 0 }

    private init(afterReserved reader: inout ByteReader, hasPattern: Bool) throws(ParseError) {
        let pattern = hasPattern ? try Self.pattern(&reader) : 0
        if !hasPattern { try reader.skip(1) }
        let isProtected = try Self.number(&reader, "isProtected", of: [0, 1]) == 1
        let perSampleIVSize = try Self.number(
            &reader,
            "Per_Sample_IV_Size",
            of: isProtected ? [0, 8, 16] : [0]
        )
        let keyID = Array(try reader.read(Self.keyIDSize))
        var constantIV: [UInt8]?
        if isProtected, perSampleIVSize == 0 {
            let size = try Self.number(&reader, "constant_IV_size", of: [8, 16])
            constantIV = Array(try reader.read(size))
        }
        self.init(
            isProtected: isProtected,
            encryptedBlocks: pattern >> 4,
            skippedBlocks: pattern & 0x0F,
            perSampleIVSize: perSampleIVSize,
            keyID: keyID,
            constantIV: constantIV
        )
    }

    /// Reads crypt_byte_block and skip_byte_block, and throws if blocks are skipped but none are encrypted.
    private static func pattern(_ reader: inout ByteReader) throws(ParseError) -> UInt8 {
        let offset = reader.offset
        let pattern = try reader.uint8()
        guard pattern == 0 || pattern >> 4 > 0 else {
            throw .invalid(
                offset: offset,
                field: "pattern",
                found: "0:\(pattern)",
                expected: "at least one encrypted block, or 0:0"
            )
        }
        return pattern
    }

    private static func number(
        _ reader: inout ByteReader,
        _ field: String,
        of allowed: [Int]
    ) throws(ParseError) -> Int {
        let offset = reader.offset
        let number = Int(try reader.uint8())
        guard allowed.contains(number) else {
            throw .invalid(
                offset: offset,
                field: field,
                found: "\(number)",
                expected: allowed.map(String.init).joined(separator: " or ")
            )
        }
        return number
    }
}
