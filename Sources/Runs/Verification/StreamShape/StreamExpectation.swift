/// What the playlist says about a resource.
package struct StreamExpectation: Hashable, Sendable {
    /// What the resource is for.
    package enum Role: Hashable, Sendable {
        /// A segment with an EXTINF.
        case mediaSegment
        /// The resource of an EXT-X-MAP: file type and movie boxes, or packets of PAT and PMT.
        case mapSection
        /// A range of an I-frame playlist: the `mdat` may be cut (RFC 8216, 4.3.3.6), tables may be missing.
        case iFrameRange
    }

    /// What the resource is for.
    package var role: Role
    /// An EXT-X-MAP applies: a transport stream may then lack PAT and PMT.
    package var mapSectionApplies: Bool
    /// Packed audio must start with the ID3 tag that holds its transportStreamTimestamp.
    package var timestampTagRequired: Bool

    /// Samples are encrypted: frames can be told apart, but their CRCs are those of the clear frames.
    package var samplesEncrypted = false

    /// By default a segment on its own.
    package init(
        role: Role = .mediaSegment,
        mapSectionApplies: Bool = false,
        timestampTagRequired: Bool = false
    ) {
        self.role = role
        self.mapSectionApplies = mapSectionApplies
        self.timestampTagRequired = timestampTagRequired
    }

    /// Whether a transport stream must hold a PAT and the PMTs that it names.
    var requiresProgramTables: Bool {
        switch role {
        case .mediaSegment: !mapSectionApplies
        case .mapSection: true
        case .iFrameRange: false
        }
    }
}
