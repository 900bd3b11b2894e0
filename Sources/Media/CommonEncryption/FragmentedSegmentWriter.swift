package import Ciphers
package import SampleEncryption

/// Writes segments of fragments as a treatment makes them, one after the other, through buffers that it keeps.
///
/// Of each fragment the boxes and slice headers are read first; then its data pass by once, in pieces.
package struct FragmentedSegmentWriter: Sendable {
    private let digestKey: ContentKey
    private let pieceSize: Int
    /// Storage that is kept from one segment to the next.
    private var window: [UInt8] = []
    private var piece: [UInt8] = []

    /// - Parameters:
    ///   - digestKey: the key of the essence's code.
    ///   - pieceSize: bytes that are read and written at once.
    package init(digestKey: ContentKey, pieceSize: Int = 256 << 10) {
        self.digestKey = digestKey
        self.pieceSize = pieceSize
    }

    /// Writes one segment.
    ///
    /// - Parameters:
    ///   - movie: the clear initialization section; where samples may have parameter sets, with all of them.
    ///   - treatment: what is done to its fragments.
    ///   - length: bytes of the clear segment.
    ///   - offset: where the clear segment starts in its file.
    ///   - places: where the bytes of the clear file are in the output, for `sidx`.
    ///   - read: fills a range of a buffer with the bytes at an offset of the segment; all of them are there.
    ///   - write: takes the next bytes of the output, in order.
    /// - Returns: what became of the segment.
    /// - Throws: `SampleEncryptionError`, and what `read` and `write` throw.
    package mutating func write(
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        length: UInt64,
        at offset: UInt64,
        places: FilePlaces,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SampleAESEncryptor.Outcome {
        try withoutActuallyEscaping(read) { read in
            var storage: (window: [UInt8], piece: [UInt8]) = ([], [])
            swap(&storage.window, &window)
            swap(&storage.piece, &piece)
            let source = SegmentSource(length: length, window: storage.window, read: read)
            let conversion =
                movie.isInBand ? try ConvertedSegment(movie, source, segmentOffset: offset) : nil
            var work = try SegmentWriting(
                conversion?.makeSource(window: []) ?? source,
                movie.converted,
                treatment,
                segmentOffset: offset,
                places: places,
                piece: PieceBuffer(storage: storage.piece, capacity: pieceSize),
                digestKey: digestKey,
                conversion: conversion
            )
            storage = ([], [])
            try work.run(write)
            window = source.takeWindow()
            return try work.finish(returning: &piece)
        }
    }
}
