import Presentations

/// Reads the initialization section of fMP4 as a whole.
enum SectionReader {
    /// Bytes of the largest section that is taken: the sample tables of fMP4 are empty, so that they have some thousand.
    static let limit: UInt64 = 16 << 20

    /// The bytes of a section.
    ///
    /// - Throws: `PresentationError` for a section above the limit, and for a file that cannot be read.
    static func bytes(of unit: MediaUnit, from input: borrowing SourceFile) throws(PresentationError)
        -> [UInt8]
    {
        guard unit.clearLength <= limit else {
            throw .protection(.sectionTooLarge(MediaPlace(unit), limit: limit))
        }
        return try UnitBytes.bytes(0, unit.clearLength, of: unit, input)
    }
}
