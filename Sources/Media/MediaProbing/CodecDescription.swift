/// The codec of samples as the `CODECS` attribute names it (RFC 6381).
package struct CodecDescription: Hashable, Sendable {
    /// The name, such as `avc1.64001f`.
    package let name: String
    /// Other names that the same bytes may have, for example because ADTS does not signal SBR and PS.
    package let alternatives: [String]

    /// Creates a description from a name and its alternatives.
    init(_ name: String, alternatives: [String] = []) {
        self.name = name
        self.alternatives = alternatives
    }
}
