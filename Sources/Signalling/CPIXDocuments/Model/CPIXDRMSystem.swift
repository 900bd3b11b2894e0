package import FoundationEssentials

/// The signalling of one key for one key system (`DRMSystem`).
package struct CPIXDRMSystem: Hashable, Sendable {
    /// The system id (`@systemId`).
    package var systemID: UUID
    /// The id of the key (`@kid`).
    package var kid: UUID
    /// The name of the key system for people (`@name`), or nil if there is none.
    package var name: String?
    /// The allowed CPC values (`@HLSAllowedCPC`, CPIX 2.4 only), or nil if there are none.
    var allowedCPC: String?
    /// The `pssh` box, or no bytes if a request asks for it.
    package var pssh: [UInt8]?
    /// The data of `ContentProtectionData` as decoded, or no bytes if a request asks for them.
    package var contentProtectionData: [UInt8]?
    /// The value of the URI attribute (`URIExtXKey`, CPIX 2.3 and earlier and SPEKE v1), or empty if a
    /// request asks for it.
    package var keyURI: String?
    /// The key format (`speke:KeyFormat`), or nil if it is missing or empty.
    package var keyFormat: String?
    /// The key format versions (`speke:KeyFormatVersions`), or nil if they are missing or empty, which means
    /// 1.
    package var keyFormatVersions: String?
    /// Whole lines for media playlists (`HLSSignalingData`), or nil if there is no such element.
    ///
    /// The array is empty if a request asks for lines.
    package var mediaLines: [String]?
    /// Whole lines for the multivariant playlist (`HLSSignalingData`, with `playlist` `master` in 2.3 and
    /// `multiVariant` in 2.4).
    package var multivariantLines: [String]?

    /// Creates a system without signalling.
    package init(systemID: UUID, kid: UUID) {
        self.systemID = systemID
        self.kid = kid
    }
}
