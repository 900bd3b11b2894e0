import CommonEncryption
import MediaSyntax
import Presentations
import SampleEncryption

/// A segment of a source with parameter sets in its samples, in the form to which protection converts it.
struct ConvertedSource {
    private let path: String
    private let segment: ConvertedSegment
    private let movie: MovieFormat
    private let isCut: Bool

    /// - Parameters:
    ///   - file: the file of the source.
    ///   - range: the byte range of the segment, or nil for the whole file.
    ///   - movie: its initialization section, with the parameter sets of the protected one.
    ///   - isCut: true if the range may end inside a segment, as those of I-frames do.
    /// - Throws: `SampleEncryptionError` for what cannot be converted, `SystemCallError` if reading fails,
    ///   `VerificationFailure` if the file is too short.
    init(
        _ file: consuming InputFile,
        range: Range<UInt64>?,
        movie: MovieFormat,
        isCut: Bool
    ) throws {
        let openFile = OpenFile(file)
        let size = openFile.file.size
        let range = try SourceBytes.range(range, of: openFile.file)
        path = openFile.file.path
        self.movie = movie
        self.isCut = isCut
        let length = range.upperBound - range.lowerBound
        // If the range is cut, the whole fragment is needed.
        segment = try ConvertedSegment(
            movie,
            length: isCut ? size - range.lowerBound : length,
            at: range.lowerBound,
            cutAt: isCut ? length : nil
        ) { buffer, bufferRange, offset in
            let count = try openFile.file.read(into: &buffer, bufferRange, at: range.lowerBound + offset)
            guard count == bufferRange.count else { throw SourceBytes.shortened(openFile.file.path) }
        }
    }

    /// Returns a reader of the segment's invariant.
    func invariantFile(
        expecting expectation: ExpectedSyntax,
        _ buffers: consuming BufferPool
    ) throws -> InvariantFile {
        let segment = segment
        return InvariantFile(
            path,
            range: 0..<segment.length,
            reader: try InvariantReader(
                .fragmentedMP4(movie, keyID: nil),
                key: nil,
                isWhole: !isCut,
                buffers: buffers
            ),
            expecting: expectation
        ) { buffer, bufferRange, offset in
            try segment.read(into: &buffer, bufferRange, at: offset)
            return bufferRange.count
        }
    }
}
