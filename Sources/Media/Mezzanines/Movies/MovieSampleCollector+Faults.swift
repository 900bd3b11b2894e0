import Bitstreams
import ISOBaseMedia

/// Errors for samples with invalid values in the tables.
extension MovieSampleCollector {
    /// The name of the sample that is being added, for messages; the first one is sample 1.
    var nextName: String { "sample \(index.count + (held == nil ? 1 : 2)) of track \(trackID)" }

    /// Returns the error for an invalid sample; `boxOffset` is the offset of the table or fragment that lists
    /// it.
    func error(of sample: MovieSample, _ boxOffset: UInt64) -> ParseError {
        let name = nextName
        if sample.size == 0 {
            return .invalid(offset: boxOffset, field: "size of \(name)", found: "0", expected: "at least 1")
        }
        if sample.decodeTime >= Self.timeLimit {
            return .invalid(
                offset: boxOffset,
                field: "decode time of \(name)",
                found: "\(sample.decodeTime)",
                expected: "below \(Self.timeLimit)"
            )
        }
        if index.count >= Self.countLimit {
            return .invalid(
                offset: boxOffset,
                field: "number of samples of track \(trackID)",
                found: "above \(Self.countLimit)",
                expected: "at most \(Self.countLimit)"
            )
        }
        let (end, isTooFar) = sample.offset.addingReportingOverflow(UInt64(sample.size))
        if isTooFar || end > fileSize {
            return .invalid(
                offset: sample.offset,
                field: "end of \(name)",
                found: isTooFar ? "beyond 64 bits" : "at byte \(end)",
                expected: "at most \(fileSize), the size of the file: it is cut short or its tables are wrong"
            )
        }
        return .invalid(
            offset: boxOffset,
            field: "size of all samples of track \(trackID)",
            found: "above \(fileSize)",
            expected: "at most that, the size of the file: samples overlap"
        )
    }
}
