package import Bitstreams
import TextFormats

/// The contents of a clear ADTS frame of AAC LC, except audio data.
package struct AACFrame {
    /// The raw data blocks, usually one.
    let blocks: [RawDataBlock]
    /// The ADTS header.
    package let header: ADTSHeader

    /// Parses the raw data blocks of a frame, the last of which has to end with the frame.
    ///
    /// - Parameters:
    ///   - bytes: the frame, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if bits are missing or the syntax is not that of AAC LC.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let header = try ADTSHeader(bytes, at: offset)
        self.header = header
        let bands = ScaleFactorBands.bands(
            samplingFrequencyIndex: Int(header.fixedHeader.samplingFrequencyIndex)
        )
        // If a frame of several blocks has a CRC, the positions of the blocks come before it.
        let positionsSize = header.hasChecksum ? 2 * (header.rawDataBlockCount - 1) : 0
        var reader = BitReader(
            bytes.dropFirst(header.headerSize + positionsSize),
            at: offset + UInt64(header.headerSize + positionsSize)
        )
        var blocks: [RawDataBlock] = []
        for _ in 0..<header.rawDataBlockCount {
            blocks.append(try RawDataBlock(&reader, bands: bands))
            if header.hasChecksum, header.rawDataBlockCount > 1 { try reader.skip(16) }
        }
        guard reader.count == 0 else {
            throw .invalid(
                offset: reader.offset,
                field: "raw_data_block",
                found: "that ends \(CountText.text(reader.count / 8, "byte")) before the end of the frame",
                expected: "a block that ends where its frame does"
            )
        }
        self.blocks = blocks
    }

    /// The first program configuration in the frame, or nil if there is none.
    package var programConfiguration: ProgramConfiguration? {
        blocks.lazy.compactMap(\.programConfiguration).first
    }
}
