/// Names of the files of segments.
enum SegmentFileName {
    /// The name of a segment: `segment-00001.ts` is the first.
    ///
    /// - Parameters:
    ///   - index: from 0.
    ///   - suffix: without the dot.
    /// - Returns: the name; numbers have five digits at least.
    static func make(_ index: Int, suffix: String) -> String {
        let digits = String(index + 1)
        return "segment-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + "." + suffix
    }
}
