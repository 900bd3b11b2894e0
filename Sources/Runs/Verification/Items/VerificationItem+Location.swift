import Inspection
import Presentations

extension VerificationItem.Location {
    /// Returns the byte range in the file, or throws a failure if the file ends before the range does.
    func range(in file: borrowing InputFile) throws(VerificationFailure) -> Range<UInt64> {
        let wanted = range ?? 0..<file.size
        guard wanted.upperBound <= file.size else {
            throw VerificationFailure(
                .media,
                "the byte range ends at byte \(wanted.upperBound), after the end of the file (\(file.size) bytes)"
            )
        }
        return wanted
    }

    /// Reads the first bytes, at most `count`.
    ///
    /// Returns none if the file ends before the range does: whoever reads all reports that.
    ///
    /// - Throws: `SystemCallError` if the file cannot be read.
    func prefix(_ count: Int) throws(SystemCallError) -> ArraySlice<UInt8> {
        let file = try InputFile(path: path)
        guard let range = try? self.range(in: file) else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(min(UInt64(count), range.upperBound - range.lowerBound)))
        return bytes[..<(try file.read(into: &bytes, count: bytes.count, at: range.lowerBound))]
    }
}
