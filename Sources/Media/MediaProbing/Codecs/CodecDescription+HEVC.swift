import ElementaryStreams

extension CodecDescription {
    /// Describes HEVC (ISO/IEC 14496-15 annex E.3).
    ///
    /// The name has the profile, the compatibility flags with flag 0 in the lowest bit, tier and level, and
    /// the constraint bytes up to the last one that is not 0.
    static func hevc(_ format: String, _ profileTierLevel: HEVCProfileTierLevel) -> CodecDescription {
        let space = ["", "A", "B", "C"][Int(profileTierLevel.profileSpace & 3)]
        let flags = (0..<32).reduce(UInt32(0)) {
            $0 | (profileTierLevel.compatibility >> $1 & 1) << (31 - $1)
        }
        let end = profileTierLevel.constraints.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        let parts =
            [
                format,
                space + String(profileTierLevel.profile),
                String(flags, radix: 16, uppercase: true),
                (profileTierLevel.isHighTier ? "H" : "L") + String(profileTierLevel.level),
            ] + profileTierLevel.constraints.prefix(end).map { String($0, radix: 16, uppercase: true) }
        return CodecDescription(parts.joined(separator: "."))
    }
}
