extension CPIXDocument {
    /// The dialect of a written document; the raw values are the names for people.
    package enum Dialect: String, CaseIterable, Sendable {
        case version23 = "cpix-2.3"
        case version24 = "cpix-2.4"
        /// The reply of a SPEKE v2 server: CPIX 2.3 with further rules (``SPEKERules``).
        case speke2 = "speke-2"
    }
}

extension CPIXDocument.Dialect {
    /// A part of documents that only some dialects have.
    package enum Feature: Sendable {
        /// The content ids of several titles (`ContentKey@contentId`).
        case contentIDsOfKeys
        /// The METHOD of HLS as a scheme, beside the codes of common encryption.
        case methodsAsSchemes
        /// The HDCP levels of keys (`HDCPData`).
        case hdcpLevels
        /// The `HLSAllowedCPC` of key systems.
        case allowedCPC
        /// The URIs of keys (`URIExtXKey`), which other dialects have in playlist lines.
        case keyURIs
        /// The labels, offsets and durations of periods.
        case periodOffsets
        /// The algorithm of the document key (`DocumentKey@Algorithm`).
        case documentKeyAlgorithm
        /// Requests: documents whose keys have no value.
        case requests
    }

    /// Indicates whether documents have a feature.
    package func has(_ feature: Feature) -> Bool { row.features.contains(feature) }

    /// The CPIX version (`CPIX@version`).
    var version: String { row.version }

    /// The name of the multivariant playlist in `HLSSignalingData@playlist`.
    var multivariantPlaylist: String { row.multivariantPlaylist }

    /// The row of the dialect in the table of dialects.
    private var row: (version: String, multivariantPlaylist: String, features: Set<Feature>) {
        switch self {
        case .version23: ("2.3", "master", [.keyURIs, .documentKeyAlgorithm, .requests])
        case .version24:
            (
                "2.4", "multiVariant",
                [.contentIDsOfKeys, .methodsAsSchemes, .hdcpLevels, .allowedCPC, .periodOffsets]
            )
        case .speke2: ("2.3", "master", [.documentKeyAlgorithm, .requests])
        }
    }
}
