import ArgumentParser
import Ciphers
import CommandLineParts
import Failures
import KeyRecordFormats
import KeyStore
import KeyURITemplates

/// The options for an export of keys.
struct ExportOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The format: \(ExportFormats.names.joined(separator: ", ")).", valueName: "format")
    )
    var format: String

    @Option(
        help: ArgumentHelp(
            """
            cpix-2.3, cpix-2.4, speke-2: encrypt the keys to the owner of this certificate; expressplay-token: encrypt the \
            whole file (CMS). Repeatable.
            """,
            valueName: "cert.pem"
        )
    )
    var recipient: [String] = []

    @Option(
        help: ArgumentHelp(
            "cpix-2.3, cpix-2.4, speke-2: sign as the owner of this certificate.",
            valueName: "cert.pem"
        )
    )
    var sign: String?

    @Option(help: ArgumentHelp("The private key that belongs to --sign.", valueName: "key.pem"))
    var signKey: String?

    @Option(
        help: ArgumentHelp(
            "skm: wrap the keys under this key: 16, 24 or 32 bytes, raw or in hex.",
            valueName: "file"
        )
    )
    var wrapKey: String?

    @Option(
        name: .customLong("wrap-key-id"),
        help: ArgumentHelp("skm: the name of --wrap-key (kekId).", valueName: "text")
    )
    var wrapKeyID: String?

    @Option(
        name: .customLong("asset-id-rule"),
        help: ArgumentHelp(
            """
            csv, fps-sdk, fps-sdk-request, expressplay-token: only the asset ids that an app finds by this rule, such as host, \
            afterScheme, query:cid.
            """,
            valueName: "rule"
        )
    )
    var assetIDRule: String?

    @Flag(help: "key-file: the IV follows the key.")
    var withIv = false

    @Flag(help: "Let keys leave the store in the clear.")
    var allowPlaintext = false

    func validate() throws {
        guard let exportFormat = ExportFormats.named(format) else {
            throw ValidationError(
                "--as \(format) is not available in this version (expected \(ExportFormats.names.joined(separator: ", ")))"
            )
        }
        for (option, setting, isGiven) in formatOptions
        where isGiven && !exportFormat.options.contains(setting) {
            throw ValidationError("\(option) is not for --as \(format)")
        }
        if let assetIDRule, AssetIDRule(name: assetIDRule) == nil {
            throw ValidationError(
                "--asset-id-rule is not a valid rule (expected host, afterScheme, whole, query:NAME or another rule that keys show prints)"
            )
        }
        if (sign == nil) != (signKey == nil) {
            throw ValidationError("--sign and --sign-key must be given together")
        }
        if exportFormat.options.contains(.wrappingKey), wrapKey == nil || wrapKeyID == nil {
            throw ValidationError("--as \(format) wraps keys. Give --wrap-key and --wrap-key-id")
        }
        if exportFormat.isPlaintext(withRecipients: !recipient.isEmpty), !allowPlaintext {
            throw ValidationError(
                "--as \(format) writes keys in the clear. Give --allow-plaintext if that is intended"
                    + (exportFormat.options.contains(.recipients) ? ", or a --recipient" : "")
            )
        }
    }

    /// Returns the format that `--as` names.
    func exportFormat() throws -> ExportFormat {
        guard let format = ExportFormats.named(format) else { throw ValidationError("--as \(format)") }
        return format
    }

    /// Returns the settings of the export, with the contents of the files that options name.
    func settings() throws -> ExportSettings {
        var settings = ExportSettings()
        settings.recipients = try recipient.map { try KeyMaterialFile.certificate($0, option: "--recipient") }
        if let sign, let signKey {
            let certificate = try KeyMaterialFile.certificate(sign, option: "--sign")
            let key = try KeyMaterialFile.privateKey(signKey, option: "--sign-key")
            do {
                settings.signer = try SigningIdentity(certificate: certificate, privateKey: key)
            } catch {
                throw RunFailure.certificate(
                    error,
                    at: "--sign-key \(signKey)",
                    remedy: error.remedy.map { "\($0). Give the key of \(sign)." }
                )
            }
        }
        settings.wrappingKey = try wrapKey.map { try KeyMaterialFile.wrappingKey($0, id: wrapKeyID) }
        settings.includesIV = withIv
        settings.assetIDRule = assetIDRule
        return settings
    }

    /// The description of the export for the log of the store.
    var logText: String {
        let form =
            switch (recipient.count, wrapKeyID) {
            case (0, let id?): "wrapped under \(id)"
            case (0, nil): "in the clear"
            case (let count, _): "encrypted to \(count) recipients"
            }
        return "\(format), \(form)"
    }

    private var formatOptions: [(option: String, setting: ExportOption, isGiven: Bool)] {
        [
            ("--recipient", .recipients, !recipient.isEmpty),
            ("--sign", .signer, sign != nil || signKey != nil),
            ("--wrap-key", .wrappingKey, wrapKey != nil || wrapKeyID != nil),
            ("--asset-id-rule", .assetIDRule, assetIDRule != nil),
            ("--with-iv", .iv, withIv),
        ]
    }
}
