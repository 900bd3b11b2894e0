package import Ciphers

/// The location of a media resource, which distinguishes its IV from all others under the same key.
///
/// Each field either is part of the media digest that the key store keeps for a rendition, or names that
/// rendition. So under one key, no location has two different media unasked, and no key and IV cover two.
package struct IVContext: Hashable, Sendable {
    /// The content of a media resource.
    package enum Content: Sendable {
        /// A media segment.
        case segment
        /// The initialization section that an `EXT-X-MAP` names.
        case initialization
    }

    /// The use of an IV; one location has a different IV for each.
    package enum Purpose: Sendable {
        /// Whole media resources in AES-128-CBC.
        case wholeSegment
        /// The samples of a segment in AES-128-CTR; the IV is that of the first sample.
        case samples
    }

    /// The content of the media resource.
    let content: Content
    /// The name of the first rendition that uses the media resource.
    let rendition: String
    /// The path of the file, relative to the root of the presentation.
    let path: String
    /// The number of media resources before this one in the same file.
    let ordinal: Int

    /// Creates a context.
    package init(content: Content, rendition: String, path: String, ordinal: Int) {
        self.content = content
        self.rendition = rendition
        self.path = path
        self.ordinal = ordinal
    }

    /// Returns the IV of this location under a key, always the same for the same arguments.
    ///
    /// - Parameters:
    ///   - key: the content key.
    ///   - identity: the purpose of the key, which gives titles with the same key different IVs.
    ///   - purpose: the use of the IV.
    /// - Returns: the first 16 bytes of an HMAC-SHA256 under the key.
    package func iv(
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

    /// The fields from which an IV is derived, except the content, which determines the label.
    var fields: [[UInt8]] {
        let bigEndianOrdinal = (0..<8).map { UInt8(truncatingIfNeeded: ordinal >> (56 - 8 * $0)) }
        return [Array(rendition.utf8), Array(path.utf8), bigEndianOrdinal]
    }
}
