package import Ciphers
package import SampleEncryption

/// Encrypts an fMP4 segment, or gives it the form of a clear lead.
///
/// For each fragment it first parses boxes and slice headers, then reads the media data once, in pieces.
package struct FragmentedSegmentEncryptor: SegmentEncryptor {
    private let movie: MovieFormat
    private let treatment: FragmentTreatment
    private let offset: UInt64
    private let offsetMap: FileOffsetMap
    private let digestKey: ContentKey
    private let pieceLength: Int

    /// Creates an encryptor for a segment.
    ///
    /// - Parameters:
    ///   - movie: the clear initialization section; if samples may have parameter sets, with all of them
    ///     added.
    ///   - treatment: clear lead, or encryption with a key.
    ///   - offset: the offset of the clear segment in its file.
    ///   - offsetMap: the map from the clear file to the output file, to move the references of `sidx` and
    ///     `mfra`.
    ///   - digestKey: the key of the MAC over the invariant.
    ///   - pieceLength: the number of bytes read and written at once.
    package init(
        _ movie: MovieFormat,
        _ treatment: FragmentTreatment,
        at offset: UInt64,
        offsetMap: FileOffsetMap,
        digestKey: ContentKey,
        pieceLength: Int = BufferPool.pieceLength
    ) {
        self.movie = movie
        self.treatment = treatment
        self.offset = offset
        self.offsetMap = offsetMap
        self.digestKey = digestKey
        self.pieceLength = pieceLength
    }

    package func encrypt(
        length: UInt64,
        buffers: inout BufferPool,
        read: (inout [UInt8], Range<Int>, UInt64) throws -> Void,
        write: ([UInt8], Range<Int>) throws -> Void
    ) throws -> SegmentOutcome {
        try withoutActuallyEscaping(read) { read in
            // The larger storage first.
            let pieces = PieceBuffer(storage: buffers.take(atLeast: pieceLength), capacity: pieceLength)
            let source = SegmentSource(
                length: length,
                window: buffers.take(atLeast: SegmentSource.windowSize),
                read: read
            )
            let conversion =
                movie.allowsInBandParameterSets
                ? try ConvertedSegment(movie, source, segmentOffset: offset) : nil
            var writer = try SingleSegmentWriter(
                conversion?.makeSource(window: []) ?? source,
                movie.disallowingInBandParameterSets,
                treatment,
                segmentOffset: offset,
                offsetMap: offsetMap,
                piece: consume pieces,
                digestKey: digestKey,
                conversion: conversion
            )
            try writer.run(write)
            buffers.recycle(source.takeWindow())
            return try writer.finish(returning: &buffers)
        }
    }
}
