import MediaProbing
import Presentations

/// Detects which initialization sections are fMP4, by their first bytes, and reads each once.
struct FragmentedSectionDetector {
    private var cache: [VerificationItem.Location: Bool] = [:]

    /// Indicates whether an initialization section is fMP4.
    ///
    /// False if it cannot be read, which is reported for the initialization section itself.
    mutating func isFragmentedMP4(_ location: VerificationItem.Location) -> Bool {
        if let isFragmented = cache[location] { return isFragmented }
        let isFragmented = Self.sniff(location) == .initializationSection
        cache[location] = isFragmented
        return isFragmented
    }

    private static func sniff(_ location: VerificationItem.Location) -> StreamKind {
        guard let file = try? InputFile(path: location.path) else { return .unknown }
        let range = location.range ?? 0..<file.size
        guard range.upperBound <= file.size else { return .unknown }
        var bytes = [UInt8](repeating: 0, count: StreamKind.detectionLength)
        let wanted = Int(min(UInt64(bytes.count), range.upperBound - range.lowerBound))
        guard let count = try? file.read(into: &bytes, count: wanted, at: range.lowerBound) else {
            return .unknown
        }
        return StreamKind.sniff(bytes[..<count])
    }
}
