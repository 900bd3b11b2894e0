import Failures
import Presentations

/// Reads fMP4 initialization sections as a whole.
enum SectionReader {
    /// The size of the largest section that is accepted, in bytes.
    ///
    /// A usual section has some thousand bytes, because the sample tables of fMP4 are empty.
    static let maximumSize: UInt64 = 16 << 20

    /// Returns the bytes of a section.
    ///
    /// - Throws: `RunFailure` if the section is above the limit, or the file cannot be read.
    static func bytes(of resource: MediaResource, from input: borrowing SourceFile) throws(RunFailure)
        -> [UInt8]
    {
        guard resource.clearLength <= maximumSize else {
            throw .sectionTooLarge(MediaLocation(resource), limit: maximumSize)
        }
        return try ClearPartReader.bytes(0, resource.clearLength, of: resource, input)
    }
}
