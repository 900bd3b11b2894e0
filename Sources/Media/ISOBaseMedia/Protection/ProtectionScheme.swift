/// A scheme of common encryption (ISO/IEC 23001-7), as `schm` names it.
package enum ProtectionScheme: String, CaseIterable, Hashable, Sendable {
    /// AES-128-CBC over a pattern of blocks, with a constant initialization vector.
    case cbcs
    /// AES-128-CTR, with an initialization vector for each sample.
    case cenc

    /// scheme_type of `schm`.
    package var type: FourCharacterCode {
        switch self {
        case .cbcs: "cbcs"
        case .cenc: "cenc"
        }
    }

    /// The scheme of a scheme_type; nil for one that is not known here.
    package init?(_ type: FourCharacterCode) {
        guard let scheme = Self.allCases.first(where: { $0.type == type }) else { return nil }
        self = scheme
    }

    /// Whether auxiliary information of samples is that of a scheme, by its aux_info_type; nil stands for the track's own.
    package static func owns(informationType type: FourCharacterCode?) -> Bool {
        type.map { Self($0) != nil } ?? true
    }
}
