import Bitstreams
import ISOBaseMedia

/// The child boxes of a sample entry, among them the decoder configuration.
struct ConfigurationBoxes {
    let entry: Box
    let children: BoxIterator

    /// Returns the format of the samples; for a protected entry (of type `protected`) the original format.
    func format(protected: FourCharacterCode) throws(ParseError) -> FourCharacterCode {
        entry.type == protected ? try OriginalFormatBox.format(of: entry, children) : entry.type
    }

    /// Returns the only box of a type; identical copies are tolerated.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box { try only(of: [type]) }

    /// Returns the only box of the first of these types that is present; identical copies are tolerated.
    func only(of types: [FourCharacterCode]) throws(ParseError) -> Box {
        for type in types {
            var iterator = children
            if let box = try iterator.onlyOrCopies(type) { return box }
        }
        throw entry.missingBoxError(types.first ?? entry.type)
    }
}
