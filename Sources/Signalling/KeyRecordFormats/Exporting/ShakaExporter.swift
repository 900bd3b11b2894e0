import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// The exporter of Shaka Packager 3's option for raw keys of one title:
/// `--keys=label=L:key_id=HEX:key=HEX:iv=HEX,...` and a line feed.
///
/// The line is an argument for a command line, or a `--flagfile`. The labels are the DRM labels that Shaka
/// assigns to streams: `AUDIO`, `SD`, `HD`, and `UHD1` and `UHD2` for uhd. A key for the whole presentation
/// has an empty label, which makes it the default key; any other key has the track name. Shaka's SD ends at
/// 768x576 unless `--max_sd_pixels=589824` is given.
struct ShakaExporter: KeyExporter {
    static let format = ExportFormat(name: "shaka") { _ in ShakaExporter() }

    private var title = TitleKeys()

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        guard title.append(key) else {
            throw .notExportable(
                reason: "keys of several titles, but shaka packages one",
                remedy: "Name the title with \(CommandOption.contentID)."
            )
        }
        return .written
    }

    mutating func finish(_ file: ExportOutput) throws(RunFailure) {
        guard !title.keys.isEmpty else { return }
        try title.checkGenerations(format: Self.format.name)
        guard Set(title.keys.map(\.record.identity.period)).count == 1 else {
            throw .notExportable(
                reason: "keys of several periods, but raw keys do not rotate",
                remedy: "Name the \(CommandOption.period)."
            )
        }
        var separator = "--keys="
        for key in title.keys {
            for label in try Self.labels(of: key.record.identity) {
                file.text.append(
                    separator + "label=\(label):key_id=\(Hexadecimal.encode(key.record.keyID.bytes)):key="
                )
                key.record.key.withSpan { file.text.append(hexadecimal: $0) }
                file.text.append(":iv=\(key.record.iv.hexadecimal)")
                separator = ","
            }
        }
        file.text.append("\n")
    }

    private static func labels(of identity: KeyIdentity) throws(RunFailure) -> [String] {
        if identity.track == TrackClass.wholePresentation { return [""] }
        switch TrackClass(rawValue: identity.track) {
        case .uhd: return ["UHD1", "UHD2"]
        case .audio, .sd, .hd: return [identity.track.uppercased()]
        case nil: break
        }
        guard !identity.track.utf8.contains(where: { ":,= ".utf8.contains($0) }) else {
            throw .notExportable(
                reason:
                    "\(identity): a label of Shaka Packager cannot contain a colon, comma, equals sign or space",
                remedy: "Export this key as key-file."
            )
        }
        return [identity.track]
    }
}
