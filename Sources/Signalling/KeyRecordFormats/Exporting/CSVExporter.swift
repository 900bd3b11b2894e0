import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// The exporter of CSV (RFC 4180) for license servers that find keys by asset id: a header, then a row for
/// each asset id of a key.
///
/// The columns are asset_id, asset_id_hex (the bytes), asset_id_rule (the rules that give it, separated by
/// `|`), key_id, key, iv, scheme, content_type, security_level, hdcp, lease_seconds, rental_seconds,
/// playback_seconds, offline_stream_id, offline_title_id, content_id, track, period, generation, method,
/// key_format, key_format_versions, key_uri, state. Values are those of the neutral record; absent values are
/// empty.
///
/// Signalling without an asset id has a row without one, and so has a key without signalling. The row of a
/// revoked key has no key and no IV. Lines end with CR LF; fields with a comma, a quote or a line ending are
/// quoted.
struct CSVExporter: KeyExporter {
    static let format = ExportFormat(
        name: "csv",
        keyLengths: Set(KeyLength.allCases),
        policyTerms: Set(KeyPolicyTerm.allCases),
        options: [.assetIDRule],
        hasTombstones: true,
        needsSurvey: true,
        makeExporter: CSVExporter.init
    )

    private var rows: AssetIDRows
    private let rule: String?
    private var hasHeader = false

    init(_ settings: ExportSettings) {
        rows = AssetIDRows(rule: settings.assetIDRule)
        rule = settings.assetIDRule
    }

    var warnings: [String] { rows.warnings }

    mutating func survey(_ key: ExportableKey) { rows.survey(key, system: nil) }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        writeHeader(file.text)
        let (rows, otherSignalling) = try rows.rows(of: key, system: nil)
        if let rule, rows.isEmpty { return .leftOut(reason: "they have no asset id by the rule \(rule)") }
        for row in rows { Self.append(key, row, row.signalling, to: file.text) }
        for signalling in otherSignalling { Self.append(key, nil, [signalling], to: file.text) }
        if rows.isEmpty, otherSignalling.isEmpty { Self.append(key, nil, [], to: file.text) }
        return .written
    }

    mutating func finish(_ file: ExportOutput) {
        writeHeader(file.text)
    }

    private mutating func writeHeader(_ text: SecretBuffer) {
        guard !hasHeader else { return }
        hasHeader = true
        text.append(CSVColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n")
    }

    private static func append(
        _ key: ExportableKey,
        _ row: AssetIDRow?,
        _ signalling: [Signalling],
        to text: SecretBuffer
    ) {
        for column in CSVColumn.allCases {
            if column != CSVColumn.allCases.first { text.append(",") }
            if column == .key {
                if key.state != .revoked { key.record.key.withSpan { text.append(hexadecimal: $0) } }
            } else {
                text.append(quoted(value(of: column, key, row, signalling) ?? ""))
            }
        }
        text.append("\r\n")
    }

    private static func value(
        of column: CSVColumn,
        _ key: ExportableKey,
        _ row: AssetIDRow?,
        _ signalling: [Signalling]
    ) -> String? {
        switch column {
        case .assetID: row?.assetID.id
        case .assetIDHex: row?.assetID.hex
        case .assetIDRule: row.map { AssetIDRuleList.text($0.rules) }
        case .keyID: key.record.keyID.uuidString.lowercased()
        case .key: nil
        case .iv: key.state == .revoked ? nil : key.record.iv.hexadecimal
        case .contentID: key.record.identity.contentID.value
        case .track: key.record.identity.track
        case .period: String(key.record.identity.period)
        case .generation: String(key.record.identity.generation)
        case .state: key.state.rawValue
        case .scheme, .method, .keyFormat, .keyFormatVersions, .keyURI: signallingValue(column, signalling)
        default: key.policy.flatMap { policyValue(column, $0.terms) }
        }
    }

    private static func signallingValue(_ column: CSVColumn, _ signalling: [Signalling]) -> String? {
        switch column {
        case .scheme: signalling.commonValue { $0.scheme }
        case .method: signalling.commonValue { $0.method }
        case .keyFormat: signalling.commonValue { $0.keyFormat }
        case .keyFormatVersions: signalling.commonValue { $0.keyFormatVersions }
        default: signalling.first?.keyURI
        }
    }

    private static func policyValue(_ column: CSVColumn, _ terms: KeyPolicyTerms) -> String? {
        switch column {
        case .contentType: terms.contentType
        case .securityLevel: terms.securityLevel
        case .hdcp: terms.hdcp
        case .leaseSeconds: terms.leaseSeconds.map(String.init)
        case .rentalSeconds: terms.rentalSeconds.map(String.init)
        case .playbackSeconds: terms.playbackSeconds.map(String.init)
        case .offlineStreamID: terms.offlineStreamID
        case .offlineTitleID: terms.offlineTitleID
        default: nil
        }
    }

    /// Quotes a field if necessary (RFC 4180 section 2), and also if it begins or ends with a space, to
    /// preserve that.
    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
        guard needsQuotes || field.utf8.first == 0x20 || field.utf8.last == 0x20 else { return field }
        // Works on scalars, because a quote followed by a combining mark is not the character `"`.
        let doubled = field.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}
