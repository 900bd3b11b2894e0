package import Bitstreams

/// A sequence parameter set of HEVC, as far as the size of its pictures (ITU-T H.265, 7.3.2.2.1).
package struct HEVCSequenceParameterSet: Hashable, Sendable {
    /// Profile, tier and level.
    package let profileTierLevel: HEVCProfileTierLevel
    /// The size of a picture, cropped.
    package let pictureSize: PictureSize

    /// The largest side of a picture: twice that of level 6.2.
    private static let maximumSide: UInt32 = 1 << 16

    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    package init(_ unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let payload = RawByteSequencePayload.bytes(of: unit.dropFirst(HEVCNALUnit.headerSize))
        let start = offset + UInt64(HEVCNALUnit.headerSize)
        var reader = BitReader(payload[...], at: start)
        try reader.skip(4)
        let subLayers = Int(try reader.bits(3))
        try reader.skip(1)
        profileTierLevel = try HEVCProfileTierLevel(payload.dropFirst(), at: start + 1)
        try reader.skip(HEVCProfileTierLevel.size * 8)
        try Self.skipSubLayers(&reader, count: subLayers)
        _ = try reader.unsignedExponentialGolomb()
        var chroma = try ChromaFormat(&reader)
        // separate_colour_plane_flag
        if chroma == .full, try reader.flag() { chroma = .monochrome }
        let width = try Self.side(&reader)
        let height = try Self.side(&reader)
        pictureSize = try CroppingWindow(
            ifPresent: &reader,
            unitWidth: chroma.horizontalUnit,
            unitHeight: chroma.verticalUnit
        ).cropped(width: width, height: height, at: reader.offset)
    }

    /// The profiles and levels of the sub-layers below the highest (7.3.3).
    private static func skipSubLayers(_ reader: inout BitReader, count: Int) throws(ParseError) {
        guard count > 0 else { return }
        var bits = 0
        for _ in 0..<count {
            if try reader.flag() { bits += 88 }
            if try reader.flag() { bits += 8 }
        }
        // Flags of eight sub-layers have their place.
        try reader.skip(2 * (8 - count) + bits)
    }

    private static func side(_ reader: inout BitReader) throws(ParseError) -> UInt32 {
        let offset = reader.offset
        let side = try reader.unsignedExponentialGolomb()
        guard (1...maximumSide).contains(side) else {
            throw .invalid(
                offset: offset,
                field: "size of the picture",
                found: "\(side) samples",
                expected: "1 to \(maximumSide)"
            )
        }
        return side
    }
}
