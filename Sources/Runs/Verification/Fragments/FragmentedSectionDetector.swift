import MediaProbing

/// Detects which initialization sections are fMP4, by their first bytes, and reads each once.
struct FragmentedSectionDetector {
    private var cache: [VerificationItem.Location: Bool] = [:]

    /// Indicates whether an initialization section is fMP4.
    ///
    /// False if it cannot be read, which is reported for the initialization section itself.
    mutating func isFragmentedMP4(_ location: VerificationItem.Location) -> Bool {
        if let isFragmented = cache[location] { return isFragmented }
        let prefix = (try? location.prefix(StreamKind.detectionLength)) ?? []
        let isFragmented = StreamKind.sniff(prefix) == .initializationSection
        cache[location] = isFragmented
        return isFragmented
    }
}
