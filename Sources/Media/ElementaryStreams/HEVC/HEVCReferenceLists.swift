/// The reference picture lists of an HEVC slice that may refer to its own picture (ITU-T H.265, 8.3.4).
///
/// Only the entries for its own picture matter here: these have no weights.
struct HEVCReferenceLists {
    /// The number of pictures that the slice may refer to; its own picture, if it is one of them, is the
    /// last.
    let pictures: Int
    /// The numbers of active entries in both lists.
    let counts: [Int]
    /// list_entry_l0 and list_entry_l1, or nil for a list in default order.
    private var entries: [[Int]?] = [nil, nil]

    /// Creates lists in default order.
    init(pictures: Int, counts: [Int]) {
        self.pictures = pictures
        self.counts = counts
    }

    /// Sets the order of a list to that of list_entry_l0 or list_entry_l1.
    mutating func modify(_ list: Int, entries: [Int]) {
        self.entries[list] = entries
    }

    /// Returns the number of active entries in list 0 or 1 that are not the slice's own picture.
    func otherPictures(in list: Int) -> Int {
        if let entries = entries[list] { return entries.count { $0 != pictures - 1 } }
        let count = counts[list]
        // The pictures repeat until the list is full.
        let own = count / pictures
        // List 0 ends with the slice's own picture even if the other pictures fill the list.
        let isForced = list == 0 && pictures > count
        return count - own - (isForced ? 1 : 0)
    }
}
