package import Bitstreams

/// What the blocks of a clear ADTS frame of AAC LC hold beside audio.
package struct AACFrame {
    /// The blocks, one as a rule.
    let blocks: [RawDataBlock]
    /// The header.
    package let header: ADTSHeader

    /// Walks over the blocks of a frame; they have to end where it ends.
    ///
    /// - Parameters:
    ///   - bytes: the frame, header included.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where bits are missing or are none of AAC LC.
    package init(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        let header = try ADTSHeader(bytes, at: offset)
        self.header = header
        let bands = ScaleFactorBands.bands(samplingFrequencyIndex: Int(header.fixed.samplingFrequencyIndex))
        // A frame of several blocks has their positions in front of the check word.
        let positions = header.hasChecksum ? 2 * (header.rawDataBlocks - 1) : 0
        var reader = BitReader(
            bytes.dropFirst(header.headerSize + positions),
            at: offset + UInt64(header.headerSize + positions)
        )
        var blocks: [RawDataBlock] = []
        for _ in 0..<header.rawDataBlocks {
            blocks.append(try RawDataBlock(&reader, bands: bands))
            if header.hasChecksum, header.rawDataBlocks > 1 { try reader.skip(16) }
        }
        guard reader.count == 0 else {
            throw .invalid(
                offset: reader.offset,
                field: "raw_data_block",
                found: "over \(reader.count / 8) bytes before the end of the frame",
                expected: "a block that ends where its frame does"
            )
        }
        self.blocks = blocks
    }

    /// The program configuration of the frame, if it has one.
    package var programConfiguration: ProgramConfiguration? {
        blocks.lazy.compactMap(\.programConfiguration).first
    }
}
