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
            return try format(try child.only("frma"))
        }
        throw entry.lacks("sinf")
    }

    /// Reads data_format of `frma`.
    package static func format(_ box: Box) throws(ParseError) -> FourCharacterCode {
        var reader = box.reader
        return try FourCharacterCode(&reader)
    }

    /// `frma` of a format.
    package static func node(_ format: FourCharacterCode) -> BoxNode {
        BoxNode("frma", fields: [UInt8](bigEndian: format.rawValue))
    }
}
