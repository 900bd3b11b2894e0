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
    let subsegmentIndex: Int
    let border: Border
    let location: Location

    init(_ index: SegmentIndexBox, _ subsegmentIndex: Int, _ border: Border, at location: Location) {
        self.index = index.withoutOffsets
        self.subsegmentIndex = subsegmentIndex
        self.border = border
        self.location = location
    }

    /// Returns the message of the finding for the offsets of the index and of the border in the file.
    func message(indexOffset: UInt64, borderOffset offset: UInt64) -> String {
        let found =
            switch border {
            case .start(let expected):
                "begins at byte \(offset) of the file, where \(boxDescription) begins (expected \(expected))"
            case .end:
                "ends at byte \(offset) of the file, where no box ends"
            }
        return "the 'sidx' at byte \(indexOffset) of the file: subsegment \(subsegmentIndex) \(found)"
    }

    private var boxDescription: String {
        guard let box = location.box, location.offset == 0 else { return "no box" }
        return "box '\(box)'"
    }
}

extension SegmentIndexBox {
    /// The index with all offsets and sizes set to 0.
    var withoutOffsets: SegmentIndexBox {
        var copy = self
        copy.firstOffset = 0
        for reference in copy.references.indices { copy.references[reference].size = 0 }
        return copy
    }
}
