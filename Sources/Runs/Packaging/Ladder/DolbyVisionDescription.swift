import ISOBaseMedia

/// Dolby Vision as a sample entry has it (Dolby Vision streams within the ISO base media file format, 3.1).
struct DolbyVisionDescription: Hashable, Sendable {
    /// dv_profile: 5 alone, 8 and 10 over a base.
    let profile: UInt8
    /// dv_level.
    let level: UInt8
    /// dv_bl_signal_compatibility_id: 1 HDR10, 2 SDR, 4 HLG; 0 where nothing else can show the base.
    let compatibility: UInt8
    /// Whether the format of the sample entry is that of the base.
    let isOverBase: Bool

    /// Reads the configuration of a sample entry; nil where it has none or a malformed one.
    init?(of entry: BoxNode) {
        let boxes = DolbyVisionConfigurationBox.types.lazy.compactMap { entry.first($0) }
        guard let box = boxes.first, let fields = try? DolbyVisionConfigurationBox(box.box) else {
            return nil
        }
        profile = fields.profile
        level = fields.level
        // Behind versions, profile, level and three flags.
        compatibility = (box.fields.dropFirst(4).first ?? 0) >> 4
        isOverBase = ["hvc1", "hev1", "avc1", "avc3", "av01"].contains(entry.type)
    }

    /// `SUPPLEMENTAL-CODECS` (RFC 8216bis 4.4.6.2; brands of Dolby Vision streams within HLS): `dvh1.08.03/db1p`.
    var supplementalCodecs: String? {
        let brands: [UInt8: String] = [1: "db1p", 2: "db2g", 4: "db4h"]
        let formats: [UInt8: String] = [8: "dvh1", 9: "dva1", 10: "dav1"]
        guard isOverBase, let brand = brands[compatibility], let format = formats[profile] else { return nil }
        return "\(format).\(Self.twoDigits(profile)).\(Self.twoDigits(level))/\(brand)"
    }

    private static func twoDigits(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
