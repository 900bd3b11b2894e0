import ISOBaseMedia

/// The Dolby Vision configuration of a sample entry.
///
/// Source: Dolby Vision streams within the ISO base media file format, 3.1.
struct DolbyVisionDescription: Hashable, Sendable {
    /// dv_profile: 5 without a base layer that others can show; 8, 9 and 10 over a base layer.
    let profile: UInt8
    /// dv_level.
    let level: UInt8
    /// dv_bl_signal_compatibility_id: 1 HDR10, 2 SDR, 4 HLG, or 0 if others cannot show the base layer.
    let compatibility: UInt8
    /// Indicates whether the sample entry has the format of the base layer.
    let hasBaseLayerFormat: Bool

    /// Reads the configuration of a sample entry; nil if there is none or it is malformed.
    init?(of entry: BoxNode) {
        let boxes = DolbyVisionConfigurationBox.types.lazy.compactMap { entry.first($0) }
        guard let box = boxes.first, let fields = try? DolbyVisionConfigurationBox(box.box) else {
            return nil
        }
        profile = fields.profile
        level = fields.level
        // dv_bl_signal_compatibility_id follows the versions, profile, level and three flags.
        compatibility = (box.fields.dropFirst(4).first ?? 0) >> 4
        hasBaseLayerFormat = ["hvc1", "hev1", "avc1", "avc3", "av01"].contains(entry.type)
    }

    /// The value of `SUPPLEMENTAL-CODECS`, such as `dvh1.08.03/db1p`, or nil without a compatible base layer.
    ///
    /// Sources: RFC 8216bis 4.4.6.2; brands of Dolby Vision streams within HLS.
    var supplementalCodecs: String? {
        let brands: [UInt8: String] = [1: "db1p", 2: "db2g", 4: "db4h"]
        let formats: [UInt8: String] = [8: "dvh1", 9: "dva1", 10: "dav1"]
        guard hasBaseLayerFormat, let brand = brands[compatibility], let format = formats[profile] else {
            return nil
        }
        return "\(format).\(Self.twoDigits(profile)).\(Self.twoDigits(level))/\(brand)"
    }

    private static func twoDigits(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
