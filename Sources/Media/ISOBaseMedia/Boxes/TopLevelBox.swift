package import Bitstreams

/// The header and the byte range of a top-level box, whose body was not read.
package struct TopLevelBox: Hashable, Sendable {
    /// The box header.
    package let header: BoxHeader
    /// The size of the whole box in bytes that the header states, or that up to the end if it states none.
    package let size: UInt64
    /// The byte range of the box in the file, header included, as far as the file goes.
    package let range: Range<UInt64>

    /// - Parameters:
    ///   - header: the header of the box.
    ///   - offset: the offset of the header in the file.
    ///   - available: the number of bytes from there to the end, at least those of the header.
    init(_ header: BoxHeader, at offset: UInt64, available: UInt64) {
        self.header = header
        size =
            switch header.extent {
            case .bytes(let declared): declared
            case .toTheEnd: available
            }
        range = offset..<offset + min(size, available)
    }

    /// The box type.
    package var type: FourCharacterCode { header.type }

    /// The byte range of the body in the file, as far as the file goes.
    package var body: Range<UInt64> { range.lowerBound + UInt64(header.size)..<range.upperBound }

    /// The range of the box in an array of all bytes of the file.
    package var indices: Range<Int> { Int(range.lowerBound)..<Int(range.upperBound) }

    /// Indicates whether the size field is 0: the box runs to the end.
    package var runsToTheEnd: Bool { header.extent == .toTheEnd }

    /// Indicates whether the box would end after the end of the file.
    package var isCut: Bool { size > range.upperBound - range.lowerBound }

    /// The error for a box that is cut short.
    package var truncationError: ParseError {
        .truncated(offset: range.lowerBound, needed: size, available: range.upperBound - range.lowerBound)
    }
}
