internal import Bitstreams
internal import ISOBaseMedia

/// The boxes in a sample entry.
struct ConfigurationBoxes {
    let entry: Box
    let children: BoxIterator

    /// The format of the samples; of a protected entry the one that it had before.
    func format(protected: FourCharacterCode) throws(ParseError) -> FourCharacterCode {
        entry.type == protected ? try OriginalFormatBox.format(of: entry, children) : entry.type
    }

    /// The one box of a type.
    func only(_ type: FourCharacterCode) throws(ParseError) -> Box { try only(of: [type]) }

    /// The one box that is of one of some types.
    func only(of types: Set<FourCharacterCode>) throws(ParseError) -> Box {
        for type in types {
            var iterator = children
            if let box = try iterator.only(type) { return box }
        }
        throw entry.lacks(types.min { $0.rawValue < $1.rawValue } ?? entry.type)
    }
}
