package import Bitstreams

extension BoxNode {
    /// Returns the first child of a type, or nil if there is none.
    package func first(_ type: FourCharacterCode) -> BoxNode? { children.first { $0.type == type } }

    /// Returns the children of a type, in order.
    package func all(_ type: FourCharacterCode) -> [BoxNode] { children.filter { $0.type == type } }

    /// Returns the only child of a type.
    ///
    /// - Throws: `ParseError` if there is none, or more than one.
    package func only(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = try atMostOne(type) else { throw box.missingBoxError(type) }
        return found
    }

    /// Returns the only child of a type, or nil if there is none.
    ///
    /// - Throws: `ParseError` if there is more than one.
    package func atMostOne(_ type: FourCharacterCode) throws(ParseError) -> BoxNode? {
        var found: BoxNode?
        for child in children where child.type == type {
            guard found == nil else { throw child.box.isRepeated }
            found = child
        }
        return found
    }

    /// Returns the child of a type; identical copies are tolerated.
    ///
    /// This is for decoder configurations: Bento4's mp4fragment writes `avcC` and `hvcC` twice in a sample
    /// entry.
    ///
    /// - Throws: `ParseError` if there is none, or there are two that differ.
    package func onlyOrCopies(_ type: FourCharacterCode) throws(ParseError) -> BoxNode {
        guard let found = first(type) else { throw box.missingBoxError(type) }
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
