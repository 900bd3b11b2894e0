/// Whether two format strings of RFC 6381 can mean the same media.
struct CodecMatch {
    /// Other texts for what was measured, as far as the media leave it open.
    private let alternatives: [String: Set<String>]

    init(_ alternatives: [[String: [String]]]) {
        self.alternatives = alternatives.reduce(into: [:]) { all, some in
            for (format, others) in some { all[format, default: []].formUnion(others) }
        }
    }

    /// Object types of MPEG-4 audio that have AAC-LC inside: a decoder finds the extension by itself (implicit
    /// signalling of SBR and PS, ISO/IEC 14496-3 1.6.5).
    private static let overAACLC: Set<String> = ["mp4a.40.5", "mp4a.40.29"]

    /// Parts of an HEVC format up to the level; the constraint flags after it may be cut.
    private static let hevcParts = 4

    /// Compares a format as written with one as measured.
    func isSame(_ written: String, _ measured: String) -> Bool {
        let (left, right) = (Self.normalized(written), Self.normalized(measured))
        return left == right || (Self.overAACLC.contains(left) && right == "mp4a.40.2")
            || alternatives[measured]?.contains { Self.normalized($0) == left } == true
    }

    /// Hexadecimal digits are of either case, sample entries are not.
    private static func normalized(_ format: String) -> String {
        var parts = format.split(separator: ".").map(String.init)
        guard let entry = parts.first else { return format }
        if ["hvc1", "hev1"].contains(entry) { parts = Array(parts.prefix(hevcParts)) }
        return ([entry] + parts.dropFirst().map { $0.lowercased() }).joined(separator: ".")
    }
}
