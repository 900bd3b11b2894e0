import Failures
import HLSPlaylists
import Inspection
import Presentations
import SampleEncryption

/// Decides which findings about renditions are errors, by what the key store knows of their media.
struct RenditionAssessment {
    private let ordinals: MediaResourceOrdinals
    private let digestCheck: MediaDigestCheck
    /// The first wrong bytes in media that have a known digest: these faults come from the source.
    private var sourceFaults: Set<MediaByte> = []

    /// The location of a byte in a media file.
    private struct MediaByte: Hashable {
        let file: [UInt8]
        let offset: UInt64

        /// Finds the first wrong byte of a finding about media, or returns nil for other findings.
        init?(_ finding: Finding) {
            guard let offset = finding.mediaOffset else { return nil }
            file = Array((finding.file ?? "").utf8)
            self.offset = offset
        }
    }

    private init(_ ordinals: MediaResourceOrdinals, _ digestCheck: MediaDigestCheck) {
        self.ordinals = ordinals
        self.digestCheck = digestCheck
    }

    /// Returns the renditions with their findings.
    ///
    /// - Parameters:
    ///   - presentation: the presentation.
    ///   - items: the items of each rendition.
    ///   - checkedRenditions: the results of each rendition.
    ///   - digestCheck: compares digests with those in the key store.
    /// - Returns: one element for each rendition, in the order of the presentation.
    /// - Throws: `RunFailure` if the key store cannot be read.
    static func renditions(
        of presentation: Presentation,
        _ items: [VerificationItemBuilder.RenditionItems],
        _ checkedRenditions: [CheckedRendition],
        _ digestCheck: MediaDigestCheck
    ) throws(RunFailure) -> [VerifiedRendition] {
        var assessment = RenditionAssessment(MediaResourceOrdinals(checkedRenditions), digestCheck)
        var renditions: [VerifiedRendition] = []
        for (rendition, (items, checked)) in zip(presentation.renditions, zip(items, checkedRenditions)) {
            renditions.append(try assessment.assess(rendition, items, checked))
        }
        for index in renditions.indices where renditions[index].rendition.playlist.isIFramesOnly {
            assessment.downgradeSourceFaultsOfIFrames(in: &renditions[index].findings)
        }
        return renditions
    }

    private mutating func assess(
        _ rendition: MediaRendition,
        _ listed: VerificationItemBuilder.RenditionItems,
        _ checked: CheckedRendition
    ) throws(RunFailure) -> VerifiedRendition {
        var findings = Self.withoutRepetitions(listed.findings + checked.findings)
        try downgradeCutFaults(in: &findings, of: rendition)
        var mediaDigest: [UInt8]?
        // I-frames are parts of the media of other renditions, whose digests cover them.
        if findings.allSatisfy({ !$0.isError || $0.mediaOffset != nil }), !rendition.playlist.isIFramesOnly,
            let result = try digestResult(rendition, listed, checked)
        {
            add(result, to: &findings)
            mediaDigest = result.digest
        }
        return VerifiedRendition(
            rendition: rendition,
            listed: listed,
            checked: checked,
            findings: findings,
            mediaDigest: mediaDigest
        )
    }

    /// Removes repetitions of findings that say the same of every segment.
    private static func withoutRepetitions(_ findings: [Finding]) -> [Finding] {
        var seen: Set<[String]> = []
        return findings.filter { finding in
            let isGeneral =
                finding.rule == .notChecked
                || (finding.severity == .warning && [.signalling, .notProtected].contains(finding.rule))
            return !isGeneral || seen.insert([finding.rule.rawValue, finding.message]).inserted
        }
    }

    /// Turns errors into warnings if segments that were cut may cause them and the rendition is a known part.
    private func downgradeCutFaults(
        in findings: inout [Finding],
        of rendition: MediaRendition
    ) throws(RunFailure) {
        for index in findings.indices where findings[index].isError && findings[index].mayBeOfCutSegments {
            guard try digestCheck.parts.isPart(rendition) else { return }
            findings[index].severity = .warning
            findings[index].message += "; rewrite removed segments, which can cause this"
        }
    }

    /// Returns the result of the media digest check, or nil if some media could not be read.
    private func digestResult(
        _ rendition: MediaRendition,
        _ listed: VerificationItemBuilder.RenditionItems,
        _ checked: CheckedRendition
    ) throws(RunFailure) -> MediaDigestCheck.Result? {
        let positions = ordinals.uniqueWithOrdinals(checked.resources)
        guard positions.allSatisfy({ checked.resources[$0.index].mac != nil }) else { return nil }
        return try digestCheck.result(
            for: rendition,
            records: listed.records,
            method: listed.method,
            media: MediaDigest.withoutRepeatedSections(
                positions.lazy.map { Self.digestEntry(listed.items, checked.resources, $0) }
            ),
            matchesSource: positions.allSatisfy { checked.resources[$0.index].matchesSource }
        )
    }

    private static func digestEntry(
        _ items: VerificationItemList,
        _ resources: [CheckedMediaResource],
        _ position: (index: Int, ordinal: Int)
    ) -> MediaDigest.Entry {
        let resource = resources[position.index]
        let mac = MediaMAC(bytes: resource.mac?.bytes ?? [], length: resource.macCoveredLength)
        if resource.isFragmentedMP4Section { return MediaDigest.section(mac) }
        return MediaDigest.Entry(
            path: items.relativePath(position.index),
            ordinal: position.ordinal,
            mediaSequence: items.segment(position.index)?.mediaSequence,
            mac: mac
        )
    }

    /// Adds the findings of the media digest check, or adapts the findings so far to a known digest.
    ///
    /// Media with a known digest are as they were when they were encrypted: their faults come from the
    /// source, and what only another packager might have intended is an error.
    private mutating func add(_ result: MediaDigestCheck.Result, to findings: inout [Finding]) {
        guard result.isKnown else {
            // Media with other faults have another digest anyway.
            let hasFault = findings.contains(where: \.isError)
            findings += result.findings.filter { !hasFault || !$0.isError }
            return
        }
        for index in findings.indices {
            if findings[index].isError {
                if let byte = MediaByte(findings[index]) { sourceFaults.insert(byte) }
                Self.downgradeSourceFault(&findings[index])
            } else if findings[index].mayBeIntended {
                findings[index].severity = .error
            }
        }
    }

    /// Turns errors about I-frames into warnings if the segment that holds the I-frame has the same fault.
    ///
    /// A segment has a media digest, an I-frame range has none.
    private func downgradeSourceFaultsOfIFrames(in findings: inout [Finding]) {
        for index in findings.indices where findings[index].isError {
            guard let byte = MediaByte(findings[index]), sourceFaults.contains(byte) else { continue }
            Self.downgradeSourceFault(&findings[index])
        }
    }

    private static func downgradeSourceFault(_ finding: inout Finding) {
        finding.severity = .warning
        finding.message +=
            "; the media are unchanged since they were encrypted, so their source has this, too"
    }
}
