import ISOBaseMedia

extension CodecDescription {
    /// Dolby Vision: profile and level, two digits each (Dolby Vision streams within HLS, 2.2).
    static func dolbyVision(_ format: String, _ box: DolbyVisionConfigurationBox) -> CodecDescription {
        CodecDescription("\(format).\(twoDigits(box.profile)).\(twoDigits(box.level))")
    }

    /// AV1 without its optional fields: profile, level and tier, bit depth (AV1 codec ISO media file format binding, 5).
    static func av1(_ box: AV1ConfigurationBox) -> CodecDescription {
        let tier = box.isHighTier ? "H" : "M"
        return CodecDescription(
            "av01.\(box.profile).\(twoDigits(box.level))\(tier).\(twoDigits(UInt8(box.bitDepth)))"
        )
    }

    /// VP9 without its optional fields: profile, level, bit depth (VP codec ISO media file format binding).
    static func vp9(_ format: String, _ box: VPConfigurationBox) -> CodecDescription {
        CodecDescription(
            "\(format).\(twoDigits(box.profile)).\(twoDigits(box.level)).\(twoDigits(box.bitDepth))"
        )
    }

    private static func twoDigits(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
