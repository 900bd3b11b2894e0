package import Bitstreams

/// `sinf`/`frma`: the format that a protected sample entry had before (ISO/IEC 14496-12, 8.12.1 and 8.12.2).
package enum OriginalFormatBox {
    /// Finds the format.
    ///
    /// - Parameters:
    ///   - entry: a sample entry that says that it is protected, such as `encv`.
    ///   - children: the boxes in it.
    /// - Returns: data_format.
    /// - Throws: `ParseError` where there is none.
    package static func format(
        of entry: Box,
        _ children: BoxIterator
    ) throws(ParseError) -> FourCharacterCode {
        var iterator = children
        while let child = try iterator.next() {
            guard child.type == "sinf" else { continue }
            var reader = try child.only("frma").reader
            return try FourCharacterCode(&reader)
        }
        throw entry.lacks("sinf")
    }
}
