package import Failures

extension PublishedFile.SectionDigest {
    /// The maximum length of a section that is read, in bytes; boxes for encryption add only some kilobytes.
    private static let limit = 1 << 20

    /// Reads sections and computes their digest, or returns nil if there are none or one is too long.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - sections: the byte ranges, in any order; repeated ones count once.
    /// - Throws: `RunFailure` if the file cannot be read.
    package init?(of path: String, _ sections: [Range<UInt64>]) throws(RunFailure) {
        var ranges: [Range<UInt64>] = []
        for range in sections.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) })
        where range != ranges.last {
            ranges.append(range)
        }
        guard !ranges.isEmpty, ranges.allSatisfy({ $0.count <= Self.limit }) else { return nil }
        var digests: [UInt8] = []
        try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            let file = try InputFile(path: path)
            for range in ranges {
                var bytes = [UInt8](repeating: 0, count: range.count)
                let count = try file.read(into: &bytes, count: bytes.count, at: range.lowerBound)
                digests += PublishedFile.digest(of: Array(bytes.prefix(count)))
            }
        }
        self.init(digest: PublishedFile.digest(of: digests), count: ranges.count)
    }
}
