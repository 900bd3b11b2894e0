package import ProtectionTerms

extension ProtectionScheme {
    /// scheme_type of `schm`.
    package var type: FourCharacterCode {
        FourCharacterCode(rawValue: rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) })
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
