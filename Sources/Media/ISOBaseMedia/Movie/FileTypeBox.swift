package import Bitstreams

/// `ftyp` and `styp`: the brands of a file or a segment (ISO/IEC 14496-12, 4.3 and 8.16.2).
package struct FileTypeBox: Hashable, Sendable {
    /// major_brand: the brand for the best use of the file.
    package let majorBrand: FourCharacterCode
    /// The version of the major brand, informative only.
    package let minorVersion: UInt32
    /// The brands that the file conforms to, zero padding of QuickTime included.
    package let compatibleBrands: [FourCharacterCode]

    /// Reads the body; brands have to be printable, or zero as QuickTime pads the list.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        majorBrand = try Self.brand(&reader)
        minorVersion = try reader.uint32()
        var brands: [FourCharacterCode] = []
        while !reader.isAtEnd {
            brands.append(try Self.brand(&reader))
        }
        compatibleBrands = brands
    }

    private static func brand(_ reader: inout ByteReader) throws(ParseError) -> FourCharacterCode {
        let offset = reader.offset
        let brand = try FourCharacterCode(&reader)
        guard brand.isPrintable || brand.rawValue == 0 else {
            throw .invalid(
                offset: offset,
                field: "brand",
                found: brand.description,
                expected: "four printable characters"
            )
        }
        return brand
    }
}
