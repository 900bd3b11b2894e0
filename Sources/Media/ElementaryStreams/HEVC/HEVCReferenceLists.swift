/// The reference picture lists of a slice of HEVC that may refer to its own picture, as far as where that stands in them
/// (ITU-T H.265, 8.3.4).
///
/// That picture has no weights.
struct HEVCReferenceLists {
    /// Pictures that the slice may refer to; its own is the last where it is one of them.
    let pictures: Int
    /// The active entries of both lists.
    let counts: [Int]
    /// list_entry_l0 and list_entry_l1, where there are some.
    private var entries: [[Int]?] = [nil, nil]

    /// Lists in the order that holds where the slice tells none.
    init(pictures: Int, counts: [Int]) {
        self.pictures = pictures
        self.counts = counts
    }

    /// Sets the order of a list.
    mutating func modify(_ list: Int, entries: [Int]) {
        self.entries[list] = entries
    }

    /// Active entries that are not the slice's own picture.
    ///
    /// - Parameter list: 0 or 1.
    /// - Returns: how many.
    func otherPictures(in list: Int) -> Int {
        if let entries = entries[list] { return entries.count { $0 != pictures - 1 } }
        let count = counts[list]
        // The pictures repeat until the list is full.
        let own = count / pictures
        // The first list ends with the own picture even where there is no room for it.
        let isForced = list == 0 && pictures > count
        return count - own - (isForced ? 1 : 0)
    }
}
