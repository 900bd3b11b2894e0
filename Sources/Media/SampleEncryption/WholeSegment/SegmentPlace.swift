package import Ciphers

/// The place of a segment or an initialization section: what tells its IV from every other one of the same key.
///
/// All of it is in the digest that the key store keeps of a rendition's media, or is the rendition: so under one key
/// one place never has two different media unasked, and one key and IV never cover two.
package struct SegmentPlace: Hashable, Sendable {
    /// What is encrypted at the place.
    package enum Content: Sendable {
        /// A media segment.
        case segment
        /// The section of an `EXT-X-MAP`.
        case initialization
    }

    /// What an initialization vector is for: the same place has another one for each.
    package enum Purpose: Sendable {
        /// Whole segments in AES-128-CBC.
        case wholeSegment
        /// The samples of a segment in AES-128-CTR: the vector is that of the first one.
        case samples
    }

    /// What is encrypted at the place.
    package let content: Content
    /// The name of the first rendition that uses it.
    package let rendition: String
    /// The file, relative to the root of the presentation.
    package let path: String
    /// How many other segments and sections of the file stand before it.
    package let ordinal: Int

    /// A place from its parts.
    package init(content: Content, rendition: String, path: String, ordinal: Int) {
        self.content = content
        self.rendition = rendition
        self.path = path
        self.ordinal = ordinal
    }

    /// The IV of this place under a key: the same for the same key and place, for ever.
    ///
    /// - Parameters:
    ///   - key: the content key.
    ///   - identity: what the key is for. It keeps apart titles that were given the same key.
    ///   - purpose: what the IV is for.
    /// - Returns: the first 16 bytes of an HMAC-SHA256 under the key.
    package func initializationVector(
        under key: ContentKey,
        of identity: [[UInt8]],
        for purpose: Purpose = .wholeSegment
    ) -> InitializationVector {
        .derived(
            from: key,
            label: label(for: purpose),
            context: identity + fields
        )
    }

    private func label(for purpose: Purpose) -> DerivationLabel {
        switch (purpose, content) {
        case (.wholeSegment, .segment): .wholeSegmentIV
        case (.wholeSegment, .initialization): .wholeInitializationIV
        case (.samples, .segment): .sampleIV
        case (.samples, .initialization): .initializationSampleIV
        }
    }

    /// The parts that a vector is derived from, apart from what is encrypted at the place.
    var fields: [[UInt8]] {
        let bigEndianOrdinal = (0..<8).map { UInt8(truncatingIfNeeded: ordinal >> (56 - 8 * $0)) }
        return [Array(rendition.utf8), Array(path.utf8), bigEndianOrdinal]
    }
}
