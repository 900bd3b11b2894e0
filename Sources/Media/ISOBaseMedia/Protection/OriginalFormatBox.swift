package import Bitstreams

/// `sinf`/`frma`: the original format of a protected sample entry (ISO/IEC 14496-12, 8.12.1 and 8.12.2).
package enum OriginalFormatBox {
    /// Finds the original format of a sample entry.
    ///
    /// - Parameters:
    ///   - entry: a sample entry of a protected type, such as `encv`.
    ///   - children: the boxes in the sample entry.
    /// - Returns: data_format.
    /// - Throws: `ParseError` if there is no `sinf`, or not exactly one `frma` in it.
    package static func format(
        of entry: Box,
        _ children: BoxIterator
    ) throws(ParseError) -> FourCharacterCode {
        var iterator = children
        while let child = try iterator.next() {
            guard child.type == "sinf" else { continue }
            return try format(try child.only("frma"))
        }
        throw entry.missingBoxError("sinf")
    }

    /// Reads data_format of `frma`.
    static func format(_ box: Box) throws(ParseError) -> FourCharacterCode {
        var reader = box.reader
        return try FourCharacterCode(&reader)
    }

    /// Returns the `frma` box of a format.
    static func node(_ format: FourCharacterCode) -> BoxNode {
        BoxNode("frma", fields: [UInt8](bigEndian: format.rawValue))
    }
}
