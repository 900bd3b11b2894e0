extension OnboardingTemplate {
    /// A way of encryption that the key URI fits; the raw values are those of `--method`.
    package enum Method: String, CaseIterable, Sendable {
        /// Whole segments, AES-128-CBC.
        case aes128 = "aes-128"
        /// Samples, AES-128-CBC; `cbcs` in fMP4.
        case sampleAES = "sample-aes"
        /// Samples, AES-128-CTR; `cenc` in fMP4.
        case sampleAESCTR = "sample-aes-ctr"
        /// Whole segments, AES-256-GCM.
        case aes256GCM = "aes-256-gcm"
    }

    /// What gets a key of its own; the raw values are those of `--key-per`.
    package enum KeyPer: String, CaseIterable, Sendable {
        /// One key for all.
        case presentation
        /// One key for each class of renditions.
        case type
        /// One key for each rendition.
        case rendition
    }

    /// A key system; the raw values are those of `--drm`.
    package enum SystemName: String, CaseIterable, Sendable {
        case fairPlay = "fairplay"
        case widevine
        case playReady = "playready"
        case identity
    }

    /// A `KEYFORMAT` of key lines whose URI a template can make; the raw values are as key lines write them.
    package enum KeyFormat: String, CaseIterable, Sendable {
        /// FairPlay's.
        case fairPlay = "com.apple.streamingkeydelivery"
        /// The URI gives the key itself.
        case identity
    }

    /// Where initialization vectors come from.
    package enum VectorSource: String, CaseIterable, Sendable {
        /// The vector of the key's record, for all segments.
        case record
        /// One for each segment, in its key line.
        case segment
        /// The media sequence number, which no key line says.
        case sequence
    }

    /// Which keys get session keys; the raw values are those of `--session-keys`.
    package enum SessionKeys: String, CaseIterable, Sendable {
        case none, start, all
    }

    /// Whether a start may stay clear.
    package enum ClearLead: String, CaseIterable, Sendable {
        case allowed, forbidden
    }

    /// What the provider's documentation shows for the example; nil for what it does not show.
    package struct Expected: Hashable, Sendable {
        /// The key URI.
        package var keyURI: String?
        /// What the provider's app cuts out of it.
        package var assetID: String?

        /// Nothing is shown.
        package init() {}
    }
}
