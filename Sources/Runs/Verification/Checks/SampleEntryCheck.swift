import Bitstreams
import Ciphers
import CommonEncryption
import FoundationEssentials
import ISOBaseMedia
import Inspection
import KeyStore
import ProtectionTerms
import TextFormats

/// Compares the encryption in the sample entries of an initialization section with the key lines.
///
/// The key lines are those over its segments (ISO/IEC 23001-7, 8.2 and 10; RFC 8216bis 4.4.4.4). FairPlay
/// plays a pattern of 1:9 for video, and audio with whole samples encrypted; other patterns, which players
/// may know, are warnings.
struct SampleEntryCheck: SectionCheck {
    private let item: VerificationItem
    private let movie: MovieFormat

    private var keys: [InitializationSectionUse.Key] { item.sectionUse.keys }

    /// Returns the findings by track and sample entry.
    static func findings(on contents: SectionContents) throws(ParseError) -> [Finding] {
        try SampleEntryCheck(item: contents.item, movie: contents.movie).findings(contents.movieBox)
    }

    private func findings(_ movieBox: BoxNode) throws(ParseError) -> [Finding] {
        var findings = clearTrackFindings()
        for (track, trackBox) in zip(movie.tracks, movieBox.all("trak")) {
            let descriptions = try trackBox.only("mdia").only("minf").only("stbl").only("stsd")
            findings += orderFindings(track)
            for (entry, entryBox) in zip(track.entries, descriptions.children) {
                guard let encryption = entry.encryption else { continue }
                findings += schemeFindings(encryption, track)
                findings += keyFindings(encryption, track)
                findings += patternFindings(encryption.trackEncryption, entry, encryption.scheme, track)
                findings += try boxFindings(entryBox, encryption, track)
            }
        }
        return findings
    }

    private func finding(
        _ message: String,
        _ track: MovieTrackFormat,
        severity: Finding.Severity = .error
    ) -> Finding {
        item.finding(.signalling, "track \(track.trackID): " + message, severity: severity)
    }

    /// Reports tracks that could be encrypted and are not, although a key is in force over segments.
    private func clearTrackFindings() -> [Finding] {
        guard let key = keys.first else { return [] }
        let tracks = movie.tracks.filter(\.isProtectable)
        let clear = tracks.filter { !$0.isEncrypted }
        guard clear.count == tracks.count else {
            return clear.map { track in
                finding(
                    "the \(track.handlerType) track is clear, but other tracks are encrypted",
                    track,
                    severity: .warning
                )
            }
        }
        guard !tracks.isEmpty else { return [] }
        return [
            item.finding(
                .signalling,
                "a key of \(key.scheme.rawValue) is in force, and no sample entry of the initialization section is encrypted"
            )
        ]
    }

    /// Checks that clear sample entries, which serve a clear lead, come after the encrypted ones.
    private func orderFindings(_ track: MovieTrackFormat) -> [Finding] {
        let isEncrypted = track.entries.map { $0.encryption != nil }
        guard let clear = isEncrypted.firstIndex(of: false), isEncrypted[clear...].contains(true) else {
            return []
        }
        return [finding("sample entry \(clear + 1) is clear and precedes encrypted ones", track)]
    }

    private func schemeFindings(_ encryption: MovieTrackFormat.Encryption, _ track: MovieTrackFormat)
        -> [Finding]
    {
        guard let expected = keys.first?.scheme, encryption.scheme != expected else { return [] }
        return [
            finding(
                "the scheme is not that of the key lines' METHOD (\(encryption.scheme.rawValue), expected \(expected.rawValue))",
                track
            )
        ]
    }

    /// Checks the key id, and the IVs that are used with it.
    private func keyFindings(_ encryption: MovieTrackFormat.Encryption, _ track: MovieTrackFormat)
        -> [Finding]
    {
        let trackEncryption = encryption.trackEncryption
        guard trackEncryption.isProtected else {
            return [finding("the sample entry says that samples are clear (isProtected 0)", track)]
        }
        var findings: [Finding] = []
        let hasConstantIV = trackEncryption.constantIV != nil
        if hasConstantIV != (encryption.scheme == .cbcs) {
            let found =
                hasConstantIV ? "a constant IV" : "per-sample IVs of \(trackEncryption.perSampleIVSize) bytes"
            findings.append(finding("\(encryption.scheme.rawValue) with \(found)", track))
        }
        guard !keys.isEmpty, !item.sectionUse.isIncomplete else { return findings }
        guard let key = keys.first(where: { $0.record.keyID.bytes == trackEncryption.keyID }) else {
            let expected = keys.map { $0.record.keyID.uuidString.lowercased() }.joined(separator: ", ")
            let found = Hexadecimal.encode(trackEncryption.keyID)
            guard item.comparesKeyIDs else { return findings }
            var keyIDFinding = finding(
                "default_KID is not that of the key (\(found), expected \(expected))",
                track
            )
            // Samples under later keys have sample groups that name these.
            keyIDFinding.mayBeOfCutSegments = true
            keyIDFinding.isAboutKeyID = true
            return findings + [keyIDFinding]
        }
        if let iv = trackEncryption.constantIV, iv != key.record.iv.bytes {
            findings.append(finding("the constant IV is not that of the key", track))
        }
        return findings
    }

    private func patternFindings(
        _ trackEncryption: TrackEncryption,
        _ entry: MovieTrackFormat.Entry,
        _ scheme: ProtectionScheme,
        _ track: MovieTrackFormat
    ) -> [Finding] {
        let (encrypted, skipped) = (trackEncryption.encryptedBlocks, trackEncryption.skippedBlocks)
        let isWhole = entry.codec == .wholeSamples
        let defaultEncryption = TrackEncryption(
            scheme,
            encryptsWholeSamples: isWhole,
            keyID: trackEncryption.keyID,
            constantIV: []
        )
        let expected = (defaultEncryption.encryptedBlocks, defaultEncryption.skippedBlocks)
        guard (encrypted, skipped) != expected else { return [] }
        // The standard excludes whole samples with gaps, video without gaps, and any pattern in cenc.
        let isBroken = scheme == .cenc || isWhole == (skipped > 0) || encrypted == 0
        return [
            finding(
                "the pattern is \(encrypted):\(skipped) (expected \(expected.0):\(expected.1))",
                track,
                severity: isBroken ? .error : .warning
            )
        ]
    }

    /// Checks the fields of boxes that the parsed format does not have: versions and flags.
    private func boxFindings(
        _ entry: BoxNode,
        _ encryption: MovieTrackFormat.Encryption,
        _ track: MovieTrackFormat
    ) throws(ParseError) -> [Finding] {
        let sinf = try entry.only("sinf")
        let tenc = try sinf.only("schi").only("tenc")
        let version = tenc.fields.first ?? 0
        let expected = encryption.trackEncryption.node
        guard version == expected.fields.first ?? 0 else {
            return [
                finding(
                    "box 'tenc' is of version \(version) (expected \(expected.fields.first ?? 0) for \(encryption.scheme.rawValue))",
                    track,
                    // Version 0 has no pattern; Safari does not play cbcs audio with it.
                    severity: encryption.scheme == .cbcs ? .error : .warning
                )
            ]
        }
        let schm = try sinf.only("schm")
        let comparedBoxes = [(tenc, expected), (schm, SchemeTypeBox(encryption.scheme).node)]
        return comparedBoxes.filter { $0.fields != $1.fields }.map { box, _ in
            finding(
                "box '\(box.type)' has flags, reserved bits or a version that common encryption does not define",
                track,
                severity: .warning
            )
        }
    }
}
