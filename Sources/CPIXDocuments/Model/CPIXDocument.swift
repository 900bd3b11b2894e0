package import Ciphers
package import Foundation

/// Content keys and what belongs to them (DASH-IF CPIX 2.3 and 2.4, AWS SPEKE).
///
/// The model knows what documents of all dialects say; a writer writes one dialect strictly, the reader takes all.
package struct CPIXDocument: Sendable {
    /// What a document is written as.
    package enum Dialect: String, CaseIterable, Sendable {
        case version23 = "cpix-2.3"
        case version24 = "cpix-2.4"
        /// A reply of a SPEKE v2 server: CPIX 2.3 with rules of its own.
        case speke2 = "speke-2"
    }

    /// `@id` of the document.
    package var id: String?
    /// `@contentId`; SPEKE v1 has it in `@id`.
    package var contentID: String?
    /// `@version`.
    package var version: String?
    package var contentKeys: [CPIXContentKey]
    package var drmSystems: [CPIXDRMSystem]
    package var periods: [CPIXPeriod]
    package var usageRules: [CPIXUsageRule]

    /// A document from its parts.
    package init(
        id: String? = nil,
        contentID: String? = nil,
        version: String? = nil,
        contentKeys: [CPIXContentKey] = [],
        drmSystems: [CPIXDRMSystem] = [],
        periods: [CPIXPeriod] = [],
        usageRules: [CPIXUsageRule] = []
    ) {
        self.id = id
        self.contentID = contentID
        self.version = version
        self.contentKeys = contentKeys
        self.drmSystems = drmSystems
        self.periods = periods
        self.usageRules = usageRules
    }
}

/// `ContentKey`.
package struct CPIXContentKey: Sendable {
    /// `@kid`.
    package var kid: UUID
    /// `@explicitIV`, 16 bytes.
    package var explicitIV: InitializationVector?
    /// `@commonEncryptionScheme`: `cbcs`, `cenc`, ...
    package var scheme: String?
    /// `@contentId`, of 2.4.
    package var contentID: String?
    /// `@dependsOnKey`: a leaf of a key hierarchy.
    package var dependsOnKey: UUID?
    /// The key; nil in a request, and where no recipient's private key was given.
    package var key: ContentKey?

    /// A content key from its parts.
    package init(
        kid: UUID,
        explicitIV: InitializationVector? = nil,
        scheme: String? = nil,
        contentID: String? = nil,
        dependsOnKey: UUID? = nil,
        key: ContentKey? = nil
    ) {
        self.kid = kid
        self.explicitIV = explicitIV
        self.scheme = scheme
        self.contentID = contentID
        self.dependsOnKey = dependsOnKey
        self.key = key
    }
}

/// `DRMSystem`: what one key system is told of one key.
package struct CPIXDRMSystem: Hashable, Sendable {
    /// `@systemId`.
    package var systemID: UUID
    /// `@kid`.
    package var kid: UUID
    /// The `pssh` box.
    package var pssh: [UInt8]?
    /// `ContentProtectionData`, as it is.
    package var contentProtectionData: [UInt8]?
    /// `URIExtXKey` (2.3 and earlier, SPEKE v1): the value of the URI attribute.
    package var keyURI: String?
    /// `speke:KeyFormat`.
    package var keyFormat: String?
    /// `speke:KeyFormatVersions`.
    package var keyFormatVersions: String?
    /// `HLSSignalingData` for media playlists: whole lines; nil where there is none.
    package var mediaLines: [String]?
    /// `HLSSignalingData` for the multivariant playlist (`master` in 2.3, `multiVariant` in 2.4).
    package var multivariantLines: [String]?

    /// A system that says nothing yet.
    package init(systemID: UUID, kid: UUID) {
        self.systemID = systemID
        self.kid = kid
    }
}

/// `ContentKeyPeriod`.
package struct CPIXPeriod: Hashable, Sendable {
    /// `@id`, which filters name.
    package var id: String
    /// `@index`.
    package var index: Int?
    /// `@label`.
    package var label: String?
    /// `@start` and `@end`, `@startOffset` and `@endOffset`, `@duration`, as written.
    package var attributes: [String: String]

    /// A period from its parts.
    package init(id: String, index: Int? = nil, label: String? = nil, attributes: [String: String] = [:]) {
        self.id = id
        self.index = index
        self.label = label
        self.attributes = attributes
    }
}

/// `ContentKeyUsageRule`: filters of one type are alternatives, those of different types all have to hold.
package struct CPIXUsageRule: Hashable, Sendable {
    /// `VideoFilter`; pixels are inclusive, frames a second exclusive at the lower end.
    package struct Video: Hashable, Sendable {
        package var minimumPixels: Int?
        package var maximumPixels: Int?
        package var minimumFramesPerSecond: Int?
        package var maximumFramesPerSecond: Int?
        package var isHDR: Bool?
        package var isWideColourGamut: Bool?

        /// A filter that takes all pictures.
        package init() {}
    }

    /// `AudioFilter`, inclusive.
    package struct Audio: Hashable, Sendable {
        package var minimumChannels: Int?
        package var maximumChannels: Int?

        /// A filter that takes all sound.
        package init() {}
    }

    /// `BitrateFilter`, in bits a second, inclusive.
    package struct Bitrate: Hashable, Sendable {
        package var minimum: Int?
        package var maximum: Int?

        /// A filter that takes all rates.
        package init() {}
    }

    package var kid: UUID
    package var intendedTrackType: String?
    /// `KeyPeriodFilter@periodId`.
    package var periodIDs: [String] = []
    package var labels: [String] = []
    package var video: [Video] = []
    package var audio: [Audio] = []
    package var bitrates: [Bitrate] = []
    /// Names of filters that are not known: the rule is of no use then (CPIX: do no mapping for its key).
    package var unknownFilters: [String] = []

    /// A rule without filters: it takes everything.
    package init(kid: UUID, intendedTrackType: String? = nil) {
        self.kid = kid
        self.intendedTrackType = intendedTrackType
    }
}
