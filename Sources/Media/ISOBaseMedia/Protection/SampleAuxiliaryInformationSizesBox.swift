package import Bitstreams

/// `saiz`: the size of the auxiliary information of each sample (ISO/IEC 14496-12, 8.7.8).
package struct SampleAuxiliaryInformationSizesBox: Hashable, Sendable {
    /// aux_info_type, or nil if it is implied by the protection scheme.
    package let informationType: FourCharacterCode?
    /// The number of samples.
    package let sampleCount: UInt32
    /// The size of every sample's information in bytes, or 0 if `sizes` lists them.
    private let defaultSize: UInt8
    private let sizes: ArraySlice<UInt8>

    /// Reads the body, version 0.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let flags = try FullBoxHeader(&reader, maximumVersion: 0).flags
        informationType = flags & 0x01 != 0 ? try FourCharacterCode(&reader) : nil
        if flags & 0x01 != 0 { try reader.skip(4) }
        defaultSize = try reader.uint8()
        sampleCount = try reader.uint32()
        sizes = defaultSize == 0 ? try reader.read(sampleCount) : []
    }

    /// Creates a box from the size of each sample's information, in bytes.
    package init(_ sizes: [UInt8]) {
        informationType = nil
        sampleCount = UInt32(clamping: sizes.count)
        let first = sizes.first ?? 0
        let isConstant = sizes.allSatisfy { $0 == first }
        defaultSize = isConstant ? first : 0
        self.sizes = isConstant && first != 0 ? [] : sizes[...]
    }

    /// Returns the size in bytes of a sample's information by its index, which has to be below `sampleCount`.
    package func size(at index: Int) -> Int {
        defaultSize == 0 ? Int(sizes[sizes.startIndex + index]) : Int(defaultSize)
    }

    /// The bytes of the body, without aux_info_type.
    package var body: [UInt8] {
        [0, 0, 0, 0, defaultSize] + [UInt8](bigEndian: sampleCount) + sizes
    }
}
