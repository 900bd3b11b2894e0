package import ProtectionTerms

extension ProtectionScheme {
    /// scheme_type of `schm`.
    package var type: FourCharacterCode {
        FourCharacterCode(rawValue: rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Creates the scheme of a scheme_type, or returns nil if it is unknown here.
    package init?(_ type: FourCharacterCode) {
        guard let scheme = Self.allCases.first(where: { $0.type == type }) else { return nil }
        self = scheme
    }

    /// Indicates whether sample auxiliary information belongs to a protection scheme, by its aux_info_type.
    ///
    /// A nil aux_info_type means the scheme of the track, so it counts as belonging.
    package static func owns(informationType type: FourCharacterCode?) -> Bool {
        type.map { Self($0) != nil } ?? true
    }
}
