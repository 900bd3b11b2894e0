package import Ciphers
package import SampleEncryption

/// Writes protected fMP4 segments one after the other, with reused buffers.
///
/// For each fragment it first parses boxes and slice headers, then reads the media data once, in pieces.
package struct FragmentedSegmentWriter: Sendable {
    private let digestKey: ContentKey
    private let pieceSize: Int
    /// Storage reused from segment to segment.
    private var window: [UInt8] = []
    private var piece: [UInt8] = []

    /// - Parameters:
    ///   - digestKey: the key of the MAC over the invariant.
    ///   - pieceSize: the number of bytes read and written at once.
    package init(digestKey: ContentKey, pieceSize: Int = 256 << 10) {
        self.digestKey = digestKey
        self.pieceSize = pieceSize
    }

    /// Writes one segment.
    ///
    /// - Parameters:
    ///   - movie: the clear initialization section; if samples may have parameter sets, with all of them
    ///     added.
    ///   - treatment: clear lead, or encryption with a key.
    ///   - length: the length of the clear segment, in bytes.
    ///   - offset: the offset of the clear segment in its file.
    ///   - offsetMap: the map from the clear file to the output file, to move the references of `sidx` and
    ///     `mfra`.
    ///   - read: fills a range of the buffer with the bytes at an offset of the segment; never called beyond
    ///     its end.
    ///   - write: writes a range of the buffer as the next bytes of the output.
    /// - Returns: the MAC of the invariant, the output length, and the offset map.
    /// - Throws: `SampleEncryptionError` if the segment cannot be protected; and any error of `read` and
    ///   `write`.
    package mutating func write(
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        length: UInt64,
        at offset: UInt64,
        offsetMap: FileOffsetMap,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SampleAESEncryptor.Outcome {
        try withoutActuallyEscaping(read) { read in
            var storage: (window: [UInt8], piece: [UInt8]) = ([], [])
            swap(&storage.window, &window)
            swap(&storage.piece, &piece)
            let source = SegmentSource(length: length, window: storage.window, read: read)
            let conversion =
                movie.allowsInBandParameterSets
                ? try ConvertedSegment(movie, source, segmentOffset: offset) : nil
            var writer = try SingleSegmentWriter(
                conversion?.makeSource(window: []) ?? source,
                movie.disallowingInBandParameterSets,
                treatment,
                segmentOffset: offset,
                offsetMap: offsetMap,
                piece: PieceBuffer(storage: storage.piece, capacity: pieceSize),
                digestKey: digestKey,
                conversion: conversion
            )
            storage = ([], [])
            try writer.run(write)
            window = source.takeWindow()
            return try writer.finish(returning: &piece)
        }
    }
}
