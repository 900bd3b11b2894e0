import ISOBaseMedia

/// A border of a subsegment that is not where an index (`sidx`) says.
struct SegmentIndexFault: Hashable {
    /// Which border of the subsegment it is.
    enum Border: Hashable {
        case start(expected: String)
        case end
    }

    /// What lies at the border; of boxes that protection makes longer the place in them is not compared.
    struct Place: Hashable {
        let box: FourCharacterCode?
        /// Bytes of the box in front of the border.
        let offset: UInt64
    }

    /// The index without the places that it tells, which protection changes: the same in the source.
    let index: SegmentIndexBox
    /// The subsegment, from 0.
    let number: Int
    let border: Border
    let place: Place

    /// A fault.
    init(_ index: SegmentIndexBox, _ number: Int, _ border: Border, at place: Place) {
        self.index = index.placeless
        self.number = number
        self.border = border
        self.place = place
    }

    /// - Parameters:
    ///   - index: where the index is in its file.
    ///   - offset: where the border is.
    /// - Returns: what is told of it.
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
    /// The index without the places that it tells.
    var placeless: SegmentIndexBox {
        var placeless = self
        placeless.firstOffset = 0
        for reference in placeless.references.indices { placeless.references[reference].size = 0 }
        return placeless
    }
}
