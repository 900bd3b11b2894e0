package import Failures

/// Opens and reads media resources and the boxes between them.
package enum ClearPartReader {
    /// Opens the file that holds a part.
    ///
    /// - Throws: `RunFailure` if the file cannot be opened or has changed since the presentation was
    ///   read.
    package static func open(_ part: some ClearPart, in files: SourceFiles) throws(RunFailure)
        -> SourceFile
    {
        let input = try mapErrors(to: { RunFailure(reading: part.file, part.origin, $0) }) {
            () throws(SourceFileError) in
            try files.open(part.file)
        }
        guard input.version == part.version else { throw .mediaFileChanged(file: part.file) }
        return input
    }

    /// Returns `count` bytes at an offset within the part.
    ///
    /// - Throws: the errors of `read`.
    package static func bytes(
        _ offset: UInt64,
        _ count: UInt64,
        of part: some ClearPart,
        _ input: borrowing SourceFile
    ) throws(RunFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        try read(part, into: &bytes, bytes.indices, at: offset, from: input)
        return bytes
    }

    /// Fills a range of a buffer with the bytes at an offset within the part.
    ///
    /// - Throws: `RunFailure` if the file cannot be read, changed, or is shorter than before.
    package static func read(
        _ part: some ClearPart,
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64,
        from input: borrowing SourceFile
    ) throws(RunFailure) {
        let count: Int
        do {
            count = try input.read(into: &buffer, range, at: part.clearRange.lowerBound + offset)
        } catch {
            guard input.isUnchanged() else { throw .mediaFileChanged(file: part.file) }
            throw RunFailure(reading: part.file, part.origin, error)
        }
        guard count == range.count else { throw .mediaFileChanged(file: part.file) }
    }
}
