import HLSPlaylists
import ProtectionTerms

/// Rules for the attributes with which a variant restricts devices (RFC 8216bis 4.4.6.2).
enum ProtectionPolicyRules {
    private static let hdcpLevel = LintRule.warning(
        "hdcp-level",
        LintSource.apple("13.5 and 13.6"),
        "Variants with FairPlay have HDCP-LEVEL TYPE-0 in high definition and TYPE-1 above it"
    )
    private static let allowedCPC = LintRule.error(
        "allowed-cpc",
        LintSource.rfc("4.4.6.2"),
        "ALLOWED-CPC is a list of key formats with labels, such as com.example.drm:SMART-TV/PC"
    )
    private static let coverage = LintRule.warning(
        "allowed-cpc-coverage",
        LintSource.apple("13.8"),
        "The devices of each key system of the presentation may play one of the variants"
    )

    static let check = LintCheck(hdcpLevel, allowedCPC, coverage, body: .presentation(report))

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant else { return }
        for stream in multivariant.streams {
            checkLevel(stream, presentation, multivariant.name, &report)
            if let text = stream.information.allowedCPC, entries(text) == nil {
                report.add(
                    allowedCPC,
                    in: multivariant.name,
                    line: stream.line,
                    "ALLOWED-CPC is malformed",
                    measured: Excerpt(text.utf8).description,
                    allowed: "KEYFORMAT:LABEL/LABEL"
                )
            }
        }
        checkCoverage(presentation, &report)
    }

    private static func checkLevel(
        _ stream: LintedMultivariant.Stream,
        _ presentation: LintedPresentation,
        _ name: String,
        _ report: inout LintReport
    ) {
        let information = stream.information
        guard let resolution = information.resolution, resolution.height > 720,
            let media = presentation.media(referencedOn: stream.line),
            media.playlist.keys.contains(where: { $0.value.isFairPlay })
        else { return }
        let isAboveHD = resolution.width > 1920 && resolution.height > 1080
        let neededLevel: HDCPLevel = isAboveHD ? .type1 : .type0
        let level = information.hdcpLevel
        guard level != neededLevel, level != .type1 else { return }
        report.add(
            hdcpLevel,
            in: name,
            line: stream.line,
            "HDCP-LEVEL is missing or too low for \(LintFormat.pixels(resolution))",
            measured: level?.rawValue ?? "no HDCP-LEVEL",
            allowed: neededLevel.rawValue
        )
    }

    /// Returns the labels by key format, or nil if the text is malformed.
    private static func entries(_ text: String) -> [String: Set<String>]? {
        var entries: [String: Set<String>] = [:]
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let colon = entry.lastIndex(of: ":") else { return nil }
            let labels = entry[entry.index(after: colon)...].split(separator: "/").map(String.init)
            let keyFormat = String(entry[..<colon])
            guard !keyFormat.isEmpty else { return nil }
            entries[keyFormat, default: []].formUnion(labels)
        }
        return entries.isEmpty ? nil : entries
    }

    /// Checks that each key system of the presentation has a variant that its devices may play, at any
    /// resolution.
    private static func checkCoverage(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant,
            let firstVariant = multivariant.playlist.variants.first
        else {
            return
        }
        let allowed = multivariant.playlist.variants.map { $0.stream.allowedCPC.flatMap(entries) }
        // A variant without the attribute is for all devices.
        guard allowed.allSatisfy({ $0 != nil }) else { return }
        let namedSystems = Set(allowed.flatMap { ($0 ?? [:]).filter { !$0.value.isEmpty }.keys })
        for system in presentation.keySystems.subtracting(namedSystems).sorted() {
            report.add(
                coverage,
                in: multivariant.name,
                line: firstVariant.line,
                "ALLOWED-CPC allows no variant on devices of a key system that the presentation has keys for",
                measured: "no label of \(Excerpt(system.utf8))",
                allowed: "a label in one variant"
            )
        }
    }
}

extension LintedPresentation {
    /// The key formats of all keys except identity.
    fileprivate var keySystems: Set<String> {
        var systems: Set<String> = []
        forEachKey { _, key in systems.insert(key.value.keyFormat) }
        return systems.subtracting([EncryptionKey.identity])
    }
}
