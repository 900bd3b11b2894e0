/// A comparison of format strings (RFC 6381) that can mean the same media.
struct CodecMatch {
    /// The other formats that the media may have, by measured format.
    private let alternatives: [String: Set<String>]

    init(_ alternatives: [[String: [String]]]) {
        self.alternatives = alternatives.reduce(into: [:]) { merged, formats in
            for (format, others) in formats { merged[format, default: []].formUnion(others) }
        }
    }

    /// Object types of MPEG-4 audio that contain AAC-LC.
    ///
    /// A decoder finds the extension by itself (implicit signalling of SBR and PS, ISO/IEC 14496-3 1.6.5).
    private static let aacExtensions: Set<String> = ["mp4a.40.5", "mp4a.40.29"]

    /// The number of parts of an HEVC format up to the level; the constraint flags after it may be cut.
    private static let hevcParts = 4

    /// Returns whether a written format can mean a measured one.
    func isSame(_ written: String, _ measured: String) -> Bool {
        let (left, right) = (Self.normalized(written), Self.normalized(measured))
        return left == right || (Self.aacExtensions.contains(left) && right == "mp4a.40.2")
            || alternatives[measured]?.contains { Self.normalized($0) == left } == true
    }

    /// Returns a format for comparison: with lowercase digits and, for HEVC, without constraint flags.
    ///
    /// Hexadecimal digits may be of either case, sample entries may not.
    private static func normalized(_ format: String) -> String {
        var parts = format.split(separator: ".").map(String.init)
        guard let entry = parts.first else { return format }
        if ["hvc1", "hev1"].contains(entry) { parts = Array(parts.prefix(hevcParts)) }
        return ([entry] + parts.dropFirst().map { $0.lowercased() }).joined(separator: ".")
    }
}
