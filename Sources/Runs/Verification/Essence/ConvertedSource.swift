import CommonEncryption
import Presentations
import SampleEncryption

/// A segment of a source whose samples may have parameter sets, as protection converts it.
struct ConvertedSource {
    private let path: String
    private let segment: ConvertedSegment
    private let movie: MovieFormat
    private let isCut: Bool

    /// - Parameters:
    ///   - file: the file.
    ///   - range: the part of it; nil for all.
    ///   - movie: its section, with the parameter sets of the protected one.
    ///   - isCut: whether the range may end inside of a segment, as those of I-frames do.
    /// - Throws: `SampleEncryptionError` for what cannot be converted, `SystemCallError` where reading fails,
    ///   `TargetFailure` for a file that is too short.
    init(
        _ file: consuming InputFile,
        range: Range<UInt64>?,
        movie: MovieFormat,
        isCut: Bool
    ) throws {
        let holder = OpenFile(file)
        let size = holder.file.size
        let range = range ?? 0..<size
        guard range.upperBound <= size else {
            throw SourceBytes.failure(
                holder.file.path,
                "ends before the byte range (\(range.upperBound), file of \(size) bytes)"
            )
        }
        path = holder.file.path
        self.movie = movie
        self.isCut = isCut
        let length = range.upperBound - range.lowerBound
        // Of a range that is cut, the fragment is looked at as a whole.
        segment = try ConvertedSegment(
            movie,
            length: isCut ? size - range.lowerBound : length,
            at: range.lowerBound,
            cutAt: isCut ? length : nil
        ) { buffer, place, offset in
            let count = try holder.file.read(into: &buffer, place, at: range.lowerBound + offset)
            guard count == place.count else {
                throw SourceBytes.failure(holder.file.path, "became shorter while it was read")
            }
        }
    }

    /// Reads its essence.
    func essence(
        expecting expectation: StreamExpectation,
        _ buffers: consuming SampleAESBuffers
    ) throws -> EssenceFile {
        let segment = segment
        return EssenceFile(
            path,
            range: 0..<segment.length,
            reader: try EssenceReader(
                .fragmentedMP4(movie, keyID: nil),
                key: nil,
                isWhole: !isCut,
                buffers: buffers
            ),
            expecting: expectation
        ) { buffer, place, offset in
            try segment.read(into: &buffer, place, at: offset)
            return place.count
        }
    }
}
