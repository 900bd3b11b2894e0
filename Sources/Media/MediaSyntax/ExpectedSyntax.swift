/// The properties of a media resource that its playlist implies.
package struct ExpectedSyntax: Hashable, Sendable {
    /// The purpose of a media resource.
    package enum Role: Hashable, Sendable {
        /// A segment with an EXTINF.
        case mediaSegment
        /// An initialization section: file type and movie boxes, or packets of PAT and PMT.
        case initializationSection
        /// An I-frame range: the `mdat` may be cut (RFC 8216, 4.3.3.6), and tables may be missing.
        case iFrameRange
    }

    /// The purpose of the media resource.
    package var role: Role
    /// Indicates whether an EXT-X-MAP applies: a transport stream may then lack PAT and PMT.
    var hasInitializationSection: Bool
    /// Indicates whether packed audio must start with the ID3 tag that has its transportStreamTimestamp.
    var requiresTimestampTag: Bool

    /// Indicates whether samples are encrypted: headers are clear, but CRCs are those of clear frames.
    package var hasEncryptedSamples = false

    /// Creates the properties of a media resource, by default of a segment without EXT-X-MAP.
    package init(
        role: Role = .mediaSegment,
        hasInitializationSection: Bool = false,
        requiresTimestampTag: Bool = false
    ) {
        self.role = role
        self.hasInitializationSection = hasInitializationSection
        self.requiresTimestampTag = requiresTimestampTag
    }

    /// Indicates whether a transport stream must have a PAT and the PMTs that it names.
    var requiresProgramTables: Bool {
        switch role {
        case .mediaSegment: !hasInitializationSection
        case .initializationSection: true
        case .iFrameRange: false
        }
    }
}
