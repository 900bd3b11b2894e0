import HLSPlaylists
import ProtectionTerms

/// Rules for the attributes of one key tag (RFC 8216bis 4.4.4.4, 4.4.6.5).
enum KeyValueRules {
    private static let unknownMethod = LintRule.error(
        "key-method-unknown",
        LintSource.rfc("4.4.4.4"),
        "The method is one that the RFC defines"
    )
    private static let counterModeIV = LintRule.error(
        "key-iv-of-counter-mode",
        LintSource.rfc("4.4.4.4"),
        "A key of SAMPLE-AES-CTR has no IV; the media contain the IVs"
    )
    private static let gcmIV = LintRule.error(
        "key-iv-of-gcm",
        LintSource.rfc("4.4.4.4"),
        "A key of AES-256-GCM has no IV; each segment begins with its own"
    )
    private static let ivLength = LintRule.warning(
        "key-iv-length",
        LintSource.rfc("4.4.4.4"),
        "All 32 digits of an IV are written"
    )
    private static let formatVersions = LintRule.error(
        "key-format-versions",
        LintSource.rfc("4.4.4.4"),
        "KEYFORMATVERSIONS is a list of integers of at least 1, separated by slashes"
    )
    private static let fairPlayIV = LintRule.warning(
        "key-iv-of-fairplay",
        LintSource.apple("13.4"),
        "A FairPlay key has no IV; the license server delivers it"
    )
    private static let fairPlayMethod = LintRule.warning(
        "key-method-of-fairplay",
        LintSource.apple("13.2"),
        "A FairPlay key uses SAMPLE-AES"
    )
    private static let fairPlayCounterMode = LintRule.error(
        "key-fairplay-counter-mode",
        LintSource.apple("13.2"),
        "A FairPlay key does not use SAMPLE-AES-CTR, which no client of FairPlay decrypts"
    )
    private static let counterMode = LintRule.warning(
        "key-counter-mode",
        LintSource.apple("13.11"),
        "Content for Apple's players does not use SAMPLE-AES-CTR"
    )

    static let check = LintCheck(
        unknownMethod,
        counterModeIV,
        gcmIV,
        ivLength,
        formatVersions,
        fairPlayIV,
        fairPlayMethod,
        fairPlayCounterMode,
        counterMode,
        body: .presentation { presentation, report in
            presentation.forEachKey { playlist, key in
                for (rule, message, measured, allowed) in breaches(of: key.value) {
                    report.add(
                        rule,
                        in: playlist,
                        line: key.line,
                        message,
                        measured: measured,
                        allowed: allowed
                    )
                }
            }
            reportIVLengths(presentation, &report)
        }
    )

    private typealias Breach = (rule: LintRule, message: String, measured: String?, allowed: String?)

    private static func breaches(of key: EncryptionKey) -> [Breach] {
        var breaches: [Breach] = []
        let method = key.method.name
        if case .unknown(let name) = key.method {
            let found = Excerpt(name.utf8).description
            breaches.append(
                (unknownMethod, "Players do not support this method", found, ProtectionMethod.playlistNames)
            )
        }
        if key.method == .sampleAESCTR {
            breaches.append((counterMode, "Apple's players do not decrypt \(method)", method, "SAMPLE-AES"))
            if key.iv != nil {
                breaches.append((counterModeIV, "A key of \(method) has an IV", "IV", "none"))
            }
        }
        if case .known(let known) = key.method, known.form == .authenticatedSegments, key.iv != nil {
            breaches.append((gcmIV, "A key of \(method) has an IV", "IV", "none"))
        }
        if !isVersionList(key.effectiveKeyFormatVersions) {
            let found = Excerpt(key.effectiveKeyFormatVersions.utf8).description
            breaches.append(
                (formatVersions, "KEYFORMATVERSIONS is malformed", found, "integers such as 1/2/5")
            )
        }
        guard key.isFairPlay else { return breaches }
        if key.iv != nil { breaches.append((fairPlayIV, "A FairPlay key has an IV", "IV", "none")) }
        if key.method == .sampleAESCTR {
            let message = "No client of FairPlay decrypts \(method)"
            breaches.append((fairPlayCounterMode, message, method, "SAMPLE-AES"))
        } else if key.method != .sampleAES {
            breaches.append(
                (fairPlayMethod, "A FairPlay key has a method other than SAMPLE-AES", method, "SAMPLE-AES")
            )
        }
        return breaches
    }

    private static func isVersionList(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            (DecimalInteger.parse(ArraySlice(part)) ?? 0) > 0
        }
    }

    private static func reportIVLengths(_ presentation: LintedPresentation, _ report: inout LintReport) {
        for playlist in presentation.playlists {
            for list in playlist.attributes(playlist.kind == .media ? .key : .sessionKey) {
                // A malformed IV has a rule of its own and is not short, too.
                let parsedIV = try? list.hexadecimalSequence("IV", substituting: playlist.variables)
                guard let iv = parsedIV ?? nil, iv.count < EncryptionKey.ivLength else { continue }
                report.add(
                    ivLength,
                    in: playlist.name,
                    line: list.line,
                    "An IV has fewer than 32 digits",
                    measured: "\(2 * iv.count) digits",
                    allowed: "\(2 * EncryptionKey.ivLength) digits"
                )
            }
        }
    }
}
