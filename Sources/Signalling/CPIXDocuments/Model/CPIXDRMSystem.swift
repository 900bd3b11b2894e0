package import FoundationEssentials

/// `DRMSystem`: what one key system is told of one key.
package struct CPIXDRMSystem: Hashable, Sendable {
    /// `@systemId`.
    package var systemID: UUID
    /// `@kid`.
    package var kid: UUID
    /// `@name`, for people.
    package var name: String?
    /// `@HLSAllowedCPC`, of 2.4.
    package var allowedCPC: String?
    /// The `pssh` box; no bytes where a request asks for it.
    package var pssh: [UInt8]?
    /// `ContentProtectionData`, as it is; no bytes where a request asks for it.
    package var contentProtectionData: [UInt8]?
    /// `URIExtXKey` (2.3 and earlier, SPEKE v1): the value of the URI attribute; empty where a request asks for it.
    package var keyURI: String?
    /// `speke:KeyFormat`; nil where it says nothing.
    package var keyFormat: String?
    /// `speke:KeyFormatVersions`; nil where it says nothing, which means 1.
    package var keyFormatVersions: String?
    /// `HLSSignalingData` for media playlists: whole lines; nil where there is none,
    /// and no lines where a request asks for them.
    package var mediaLines: [String]?
    /// `HLSSignalingData` for the multivariant playlist (`master` in 2.3, `multiVariant` in 2.4).
    package var multivariantLines: [String]?

    /// A system that says nothing yet.
    package init(systemID: UUID, kid: UUID) {
        self.systemID = systemID
        self.kid = kid
    }
}
