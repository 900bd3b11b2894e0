import Failures
import HLSPlaylists
import ProtectionTerms

/// The requirements of variants on devices: `HDCP-LEVEL` and `ALLOWED-CPC` (RFC 8216bis 4.4.6.2).
struct ContentPolicy: Sendable {
    /// The value of `ALLOWED-CPC`, or nil without the attribute.
    let allowedContentProtection: String?
    private let levels: [String: HDCPLevel]

    /// Reads the policy of a request.
    ///
    /// - Parameters:
    ///   - request: the request, with levels by class or rendition name.
    ///   - renditions: the renditions that can be named.
    /// - Throws: `RunFailure` for an unknown name or a malformed list.
    init(_ request: PackagingRequest, _ renditions: [PlannedRendition]) throws(RunFailure) {
        let names = Set(renditions.map(\.outputName))
        let classes = TrackClass.names.sorted()
        for key in request.hdcpLevels.keys.sorted() where !classes.contains(key) && !names.contains(key) {
            throw .unsuitableOption(
                CommandOption.hdcp.rawValue,
                reason: "\(key) is neither a class nor a rendition",
                advice: "Name one of \((classes + names.sorted()).joined(separator: ", "))."
            )
        }
        if let text = request.allowedContentProtection,
            Self.labels(text) == nil || !AttributeListText.isQuotable(text)
        {
            throw .unsuitableOption(
                CommandOption.allowedCPC.rawValue,
                reason:
                    "the value is malformed (expected KEYFORMAT:LABEL/LABEL, several with commas between them)",
                advice: "Write it as com.apple.streamingkeydelivery:AppleMain/Main."
            )
        }
        levels = request.hdcpLevels
        allowedContentProtection = request.allowedContentProtection
    }

    /// Returns the level of a rendition: that of its name, else that of its class.
    func level(of rendition: PlannedRendition) -> HDCPLevel? {
        levels[rendition.outputName] ?? levels[(rendition.video?.trackClass ?? .audio).rawValue]
    }

    /// Warns if every variant requires HDCP.
    ///
    /// - Parameter variants: the renditions that the variants name.
    /// - Returns: the warning, or an empty list.
    func warnings(_ variants: [PlannedRendition]) -> [String] {
        let allRequireHDCP = variants.allSatisfy { (level(of: $0) ?? .unprotected) != .unprotected }
        guard allRequireHDCP, !variants.isEmpty else { return [] }
        return [
            "\(CommandOption.hdcp): every variant requires HDCP, and viewers with an output without it see nothing. Give the lowest variant no "
                + "level."
        ]
    }

    /// Warns of key formats without a label in `ALLOWED-CPC`: their devices must not play any variant.
    ///
    /// - Parameters:
    ///   - allowed: the value of the attribute, the same on all variants.
    ///   - keyFormats: the key formats of the keys.
    /// - Returns: a warning for each of these key formats.
    static func exclusionWarnings(allowed: String, keyFormats: [String]) -> [String] {
        guard let labels = labels(allowed) else { return [] }
        return keyFormats.filter { $0 != "identity" && (labels[$0] ?? []).isEmpty }.map { format in
            "\(CommandOption.allowedCPC): no label of \(format) is allowed, so its devices must not play any variant. Add a label, or leave "
                + "the key system out."
        }
    }

    /// Returns the labels by key format, or nil if the text is malformed.
    private static func labels(_ text: String) -> [String: Set<String>]? {
        var labels: [String: Set<String>] = [:]
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let colon = entry.lastIndex(of: ":"), colon != entry.startIndex else { return nil }
            let names = entry[entry.index(after: colon)...].split(
                separator: "/",
                omittingEmptySubsequences: false
            )
            // An empty list after the colon excludes all devices of the key format.
            guard names.count == 1 || names.allSatisfy({ !$0.isEmpty }) else { return nil }
            labels[String(entry[..<colon]), default: []].formUnion(
                names.filter { !$0.isEmpty }.map(String.init)
            )
        }
        return labels.isEmpty ? nil : labels
    }
}
