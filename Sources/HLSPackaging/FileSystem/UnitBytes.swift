/// Opens and reads units of media.
enum UnitBytes {
    /// Opens the file of a unit.
    ///
    /// - Throws: `PackagingError` for a file that cannot be read, or that is not as it was.
    static func open(_ unit: MediaUnit, in files: SourceFiles) throws(PackagingError) -> SourceFile {
        let input: SourceFile
        do {
            input = try files.open(unit.file)
        } catch {
            throw PackagingError(reading: unit.file, unit.origin, error)
        }
        guard input.version == unit.version else { throw .mediaChanged(file: unit.file) }
        return input
    }

    /// Fills a part of a buffer with the bytes at an offset of the unit.
    ///
    /// - Throws: `PackagingError` for a file that cannot be read, or that has fewer bytes than it had.
    static func read(
        _ unit: MediaUnit,
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64,
        from input: borrowing SourceFile
    ) throws(PackagingError) {
        let count: Int
        do {
            count = try input.read(into: &buffer, range, at: unit.clearRange.lowerBound + offset)
        } catch {
            guard input.isUnchanged() else { throw .mediaChanged(file: unit.file) }
            throw PackagingError(reading: unit.file, unit.origin, error)
        }
        guard count == range.count else { throw .mediaChanged(file: unit.file) }
    }
}
