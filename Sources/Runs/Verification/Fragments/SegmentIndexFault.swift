import ISOBaseMedia

/// A subsegment that does not begin or end where an index (`sidx`) says.
struct SegmentIndexFault: Hashable {
    /// The border of the subsegment that is wrong: its start or its end.
    enum Border: Hashable {
        case start(expected: String)
        case end
    }

    /// The box at the border, and the offset of the border in it.
    ///
    /// In boxes that protection makes longer, offsets are not compared.
    struct Location: Hashable {
        let box: FourCharacterCode?
        /// The number of bytes of the box before the border.
        let offset: UInt64
    }

    /// The index without offsets and sizes, which protection changes: it is the same in the source.
    let index: SegmentIndexBox
    /// The index of the subsegment, from 0.
    let number: Int
    let border: Border
    let place: Location

    init(_ index: SegmentIndexBox, _ number: Int, _ border: Border, at place: Location) {
        self.index = index.withoutOffsets
        self.number = number
        self.border = border
        self.place = place
    }

    /// Returns the message of the finding for the offsets of the index and of the border in the file.
    func message(index: UInt64, border offset: UInt64) -> String {
        let found =
            switch border {
            case .start(let expected):
                "begins at byte \(offset) of the file, where \(startsThere) begins (expected \(expected))"
            case .end:
                "ends at byte \(offset) of the file, where no box ends"
            }
        return "the 'sidx' at byte \(index) of the file: subsegment \(number) \(found)"
    }

    private var startsThere: String {
        guard let box = place.box, place.offset == 0 else { return "no box" }
        return "box '\(box)'"
    }
}

extension SegmentIndexBox {
    /// The index with all offsets and sizes set to 0.
    var withoutOffsets: SegmentIndexBox {
        var placeless = self
        placeless.firstOffset = 0
        for reference in placeless.references.indices { placeless.references[reference].size = 0 }
        return placeless
    }
}
