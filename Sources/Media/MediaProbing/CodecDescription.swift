/// How samples are coded, as the `CODECS` attribute says it (RFC 6381).
package struct CodecDescription: Hashable, Sendable {
    /// `avc1.64001f`.
    package let text: String
    /// Other texts that the same bytes may have: ADTS does not say whether AAC is extended by SBR and PS.
    package let alternatives: [String]

    /// A format, and what else it may be.
    package init(_ text: String, alternatives: [String] = []) {
        self.text = text
        self.alternatives = alternatives
    }
}
