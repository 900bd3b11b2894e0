import ISOBaseMedia

extension CodecDescription {
    /// Describes Dolby Vision by profile and level, two digits each (Dolby Vision streams within HLS, 2.2).
    static func dolbyVision(_ format: String, _ box: DolbyVisionConfigurationBox) -> CodecDescription {
        CodecDescription("\(format).\(twoDigits(box.profile)).\(twoDigits(box.level))")
    }

    /// Describes AV1 by profile, level and tier, and bit depth, without the optional fields (AV1 codec ISO
    /// media file format binding, 5).
    static func av1(_ box: AV1ConfigurationBox) -> CodecDescription {
        let tier = box.isHighTier ? "H" : "M"
        return CodecDescription(
            "av01.\(box.profile).\(twoDigits(box.level))\(tier).\(twoDigits(UInt8(box.bitDepth)))"
        )
    }

    /// Describes VP9 by profile, level and bit depth, without the optional fields (VP codec ISO media file
    /// format binding).
    static func vp9(_ format: String, _ box: VPConfigurationBox) -> CodecDescription {
        CodecDescription(
            "\(format).\(twoDigits(box.profile)).\(twoDigits(box.level)).\(twoDigits(box.bitDepth))"
        )
    }

    private static func twoDigits(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
