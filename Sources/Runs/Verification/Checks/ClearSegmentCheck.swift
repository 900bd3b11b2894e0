import CommonEncryption
import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import MediaProbing
import Presentations
import ProtectionTerms

/// Reports media that are clear although others are encrypted.
///
/// A clear lead is what `--clear-lead` asks for. A rendition that is clear from start to end, or a clear
/// segment after an encrypted one, may be intended and is a warning. But a clear rendition on which a key of
/// the title was used has lost its protection, which is an error. Exceptions: the key was used on its
/// initialization sections, and it ends before the clear lead of the other renditions does; or the key was
/// used on segments that were cut.
struct ClearSegmentCheck: PresentationCheck {
    private let verified: VerifiedPresentation

    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        try ClearSegmentCheck(verified: verified).findings()
    }

    private func findings() throws(RunFailure) -> [Finding] {
        var findings: [Finding] = []
        let renditions = verified.renditions.filter { verified in
            verified.rendition.playlist.segments.contains { !$0.hasGap }
        }
        let methods = Set(verified.presentation.renditions.flatMap(\.playlist.encryptionMethods))
        // No clear lead is longer than this.
        guard let encryptedStart = renditions.compactMap(\.rendition.playlist.firstEncryptedStart).min()
        else {
            return []
        }
        let keys = try keysOfTitles()
        for (rendition, kinds) in renditions.lazy.map({ ($0.rendition, $0.checked.kinds) }) {
            if rendition.playlist.hasEncryptedSegment {
                findings += Self.clearAfterEncryptedFindings(rendition)
                continue
            }
            let isInClearLead =
                rendition.playlist.hasEncryptedSection && rendition.playlist.lastSegmentStart < encryptedStart
            let usedKey = isInClearLead ? nil : try self.usedKey(on: rendition, by: methods, keys)
            // Text is never encrypted sample by sample.
            let staysClear =
                methods.allSatisfy(\.encryptsSamples)
                && (kinds == [.webVTT] || hasOnlyTextTracks(rendition))
            guard usedKey != nil || !staysClear else { continue }
            findings.append(
                Self.clearRenditionFinding(
                    rendition,
                    usedKey: usedKey,
                    isPart: try verified.parts.isPart(rendition)
                )
            )
        }
        return findings
    }

    /// Indicates whether a rendition is fMP4 and all its tracks are text or metadata.
    private func hasOnlyTextTracks(_ rendition: MediaRendition) -> Bool {
        let sections = rendition.playlist.initializationSections
        return !sections.isEmpty
            && sections.allSatisfy { section in
                guard let file = try? URIResolution.resolve(section.uri, in: rendition.path.folder) else {
                    return false
                }
                let location = VerificationItem.Location(
                    path: file.path(under: verified.presentation.root),
                    name: file.description,
                    range: section.byteRange.map { $0.offset..<$0.end }
                )
                guard let bytes = try? InitializationSectionReader.bytes(of: location),
                    let parsedSection = try? InitializationSection(bytes)
                else { return false }
                return !parsedSection.movie.hasProtectableTracks
            }
    }

    private static func clearAfterEncryptedFindings(_ rendition: MediaRendition) -> [Finding] {
        let present = rendition.playlist.segments.lazy.filter { !$0.hasGap }
        guard let segment = present.drop(while: \.keys.isEmpty).first(where: \.keys.isEmpty) else {
            return []
        }
        return [
            Finding(
                .notProtected,
                "a clear segment follows encrypted ones",
                playlist: rendition.path.description,
                line: segment.uriLine,
                severity: .warning
            )
        ]
    }

    private static func clearRenditionFinding(_ rendition: MediaRendition, usedKey: KeyRecord?, isPart: Bool)
        -> Finding
    {
        var message = "no segment of the rendition is encrypted"
        if let usedKey {
            message += ", but key \(usedKey.keyID.uuidString.lowercased()) was used on it"
            if isPart { message += ", on segments that rewrite removed" }
        }
        return Finding(
            .notProtected,
            message,
            playlist: rendition.path.description,
            severity: usedKey == nil || isPart ? .warning : .error
        )
    }

    /// Returns all keys of the presentation's titles, since a lost key line no longer names its key.
    private func keysOfTitles() throws(RunFailure) -> [KeyRecord] {
        var keys: [KeyRecord] = []
        for title in Set(verified.items.records.map(\.identity.contentID)).sorted() {
            keys += try verified.store.records(of: title)
        }
        return keys
    }

    private func usedKey(
        on rendition: MediaRendition,
        by methods: Set<ProtectionMethod>,
        _ keys: [KeyRecord]
    ) throws(RunFailure) -> KeyRecord? {
        for key in keys {
            let uses = try RecordedUses(
                of: key,
                on: rendition,
                in: verified.presentation,
                by: methods,
                verified.store
            )
            if !uses.ofRendition.isEmpty { return key }
        }
        return nil
    }
}
