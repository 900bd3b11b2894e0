/// The tags of `TagName` by name, for a lookup that compares 64-bit words instead of single bytes.
struct TagTable: Sendable {
    static let shared = TagTable()

    private struct Slot: Sendable {
        var name: PackedTagName
        var tag: TagName
    }

    /// A hash table with open addressing; its size is a power of two and at least twice the number of tags.
    private let slots: [Slot?]

    private init() {
        var size = 64
        while size < 2 * TagName.allCases.count { size *= 2 }
        var slots: [Slot?] = Array(repeating: nil, count: size)
        for tag in TagName.allCases {
            let bytes = Array(tag.name.utf8)
            precondition(bytes.count <= PackedTagName.maximumLength, "a tag's name fits into the words")
            let name = PackedTagName(bytes[...])
            var index = name.hash & (size - 1)
            while slots[index] != nil { index = (index + 1) & (size - 1) }
            slots[index] = Slot(name: name, tag: tag)
        }
        self.slots = slots
    }

    /// The tag with a name, or nil if it is unknown.
    subscript(name: PackedTagName) -> TagName? {
        let mask = slots.count - 1
        var index = name.hash & mask
        while let slot = slots[index] {
            if slot.name == name { return slot.tag }
            index = (index + 1) & mask
        }
        return nil
    }
}
