/// The file names of segments.
enum SegmentFileName {
    /// Returns the file name of a segment, such as `segment-00001.ts` for the first.
    ///
    /// - Parameters:
    ///   - index: the index of the segment, from 0.
    ///   - suffix: the file extension without the dot.
    /// - Returns: the name, with a number of at least five digits.
    static func name(_ index: Int, suffix: String) -> String {
        let digits = String(index + 1)
        return "segment-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + "." + suffix
    }
}
