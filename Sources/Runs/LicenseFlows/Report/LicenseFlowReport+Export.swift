import TextFormats

extension LicenseFlowReport.Export {
    /// The name, the format and the number of keys, for people.
    package var words: String {
        let suffix = " (\(format))"
        return (name.hasSuffix(suffix) ? name : name + suffix) + ", \(CountText.text(keys, "key"))"
    }
}
