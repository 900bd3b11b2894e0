import ISOBaseMedia

/// The reason why the samples of a sample entry are not packaged.
struct CodecRefusal: Error {
    /// The codec or property that is not packaged.
    let found: String
    /// The expected codec or property.
    let expected: String

    init(_ found: String, expected: String = "a codec that HLS supports") {
        self.found = found
        self.expected = expected
    }

    /// Creates the refusal of a whole codec, by the type of its sample entry.
    init(codec type: FourCharacterCode) {
        self.init("codec '\(type)'")
    }
}
