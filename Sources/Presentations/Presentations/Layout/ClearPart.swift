/// A part of a file of the clear presentation that gets into the output.
package protocol ClearPart {
    /// The file that holds it.
    var file: TreePath { get }
    /// Its bytes in the clear file.
    var clearRange: Range<UInt64> { get }
    /// The file as it was when the presentation was read.
    var version: FileVersion { get }
    /// The playlist line that names it first, or what it goes with, for messages.
    var origin: MediaReference.Origin { get }
}

extension ClearPart {
    /// Its bytes in the clear file.
    package var clearLength: UInt64 { clearRange.upperBound - clearRange.lowerBound }
}

extension MediaUnit: ClearPart {}

extension CarriedBox: ClearPart {}
