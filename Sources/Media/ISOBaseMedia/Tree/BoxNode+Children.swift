package import Bitstreams

extension BoxNode {
    /// The first child of a type.
    package func first(_ type: FourCharacterCode) -> BoxNode? { children.first { $0.type == type } }

    /// The children of a type, in order.
    package func all(_ type: FourCharacterCode) -> [BoxNode] { children.filter { $0.type == type } }

    /// The one child of a type.
    ///
    /// - Throws: `ParseError` where there is none, or more than one.
    package func only(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = try atMostOne(type) else { throw box.lacks(type) }
        return found
    }

    /// The one child of a type, if there is one.
    ///
    /// - Throws: `ParseError` where there is more than one.
    package func atMostOne(_ type: FourCharacterCode) throws(ParseError) -> BoxNode? {
        var found: BoxNode?
        for child in children where child.type == type {
            guard found == nil else { throw child.box.isRepeated }
            found = child
        }
        return found
    }

    /// The child of a type; a copy of it that is equal to the byte is no second one.
    ///
    /// For decoder configurations: Bento4's mp4fragment writes `avcC` and `hvcC` of a sample entry twice.
    ///
    /// - Throws: `ParseError` where there is none, or another one.
    package func onlyOrCopies(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = first(type) else { throw box.lacks(type) }
        for child in children where child.type == type {
            guard child.fields == found.fields, child.children == found.children else {
                throw child.box.isRepeated
            }
        }
        return found
    }

    /// Changes every child of a type in place.
    package mutating func updateAll<Failure: Error>(
        _ type: FourCharacterCode,
        _ body: (inout BoxNode) throws(Failure) -> Void
    ) throws(Failure) {
        for index in children.indices where children[index].type == type {
            try body(&children[index])
        }
    }

    /// Removes every child of a type.
    package mutating func removeAll(_ type: FourCharacterCode) {
        children.removeAll { $0.type == type }
    }
}
