/// A part of a clear file that is written to the output: a media resource, or a box between two of them.
package protocol ClearPart {
    /// The path of the file that holds the part.
    var file: TreePath { get }
    /// The byte range in the clear file.
    var clearRange: Range<UInt64> { get }
    /// The version of the file when the presentation was read.
    var version: FileVersion { get }
    /// The playlist line that first names the part, or another part of the file, for messages.
    var origin: MediaReference.Origin { get }
}

extension ClearPart {
    /// The length in the clear file, in bytes.
    package var clearLength: UInt64 { clearRange.upperBound - clearRange.lowerBound }
}

extension MediaResource: ClearPart {}
