import Bitstreams
import ISOBaseMedia

/// The boxes in a sample entry.
struct ConfigurationBoxes {
    let entry: Box
    let children: BoxIterator

    /// The format of the samples; of a protected entry the one that it had before.
    func format(protected: FourCharacterCode) throws(ParseError) -> FourCharacterCode {
        entry.type == protected ? try OriginalFormatBox.format(of: entry, children) : entry.type
    }

    /// The one box of a type, which may stand there in copies.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box { try only(of: [type]) }

    /// The one box that is of the first of some types that is there, in copies perhaps.
    func only(of types: [FourCharacterCode]) throws(ParseError) -> Box {
        for type in types {
            var iterator = children
            if let box = try iterator.onlyOrCopies(type) { return box }
        }
        throw entry.lacks(types.first ?? entry.type)
    }
}
