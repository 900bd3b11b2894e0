import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

/// Builds the report of a protection plan.
struct ProtectionReportBuilder {
    let layout: OutputLayout
    let keys: KeyPlan

    private var plan: ProtectionPlan { layout.plan }
    private var presentation: Presentation { plan.presentation }

    func report(_ request: ProtectionRequest, output: String, outcome: String) -> ProtectionReport {
        ProtectionReport(
            contentID: request.keys.contentID.value,
            inputs: request.source.reportedInputs,
            inputFiles: plan.inputs.count,
            inputBytes: plan.inputs.byteCount,
            method: request.policy.method.rawValue,
            keySystems: keySystemNames(),
            output: output,
            playlist: presentation.entry.description,
            outcome: outcome,
            renditions: presentation.renditions.indices.map(rendition),
            keys: keys.ordered.map(key),
            files: plan.media.files.count + presentation.playlists.count
                + presentation.companions.count,
            bytes: length(of: layout.indices),
            warnings: (plan.warnings + keys.warnings + exclusionWarnings(request.source)).map(
                \.truncatedForMessage
            ),
            notes: plan.notes(request.policy)
        )
    }

    /// Returns the names of the signalled key systems, in the order of the key lines.
    private func keySystemNames() -> [String] {
        var names: [String] = []
        for signal in keys.ordered.flatMap(\.signals) where !names.contains(signal.system.name) {
            names.append(signal.system.name)
        }
        return names
    }

    /// Returns a warning for each key system whose devices may play no variant under `ALLOWED-CPC`.
    private func exclusionWarnings(_ source: any PresentationSource) -> [String] {
        var formats: [String] = []
        for signal in keys.ordered.flatMap(\.signals) where !formats.contains(signal.system.keyFormat) {
            formats.append(signal.system.keyFormat)
        }
        return source.warnings(ofKeyFormats: formats)
    }

    private func rendition(_ index: Int) -> ProtectionReport.RenditionLine {
        let rendition = presentation.renditions[index]
        let references = plan.media.layout.segments[index].compactMap(\.self)
        let slots = plan.media.slots(ofRendition: index, in: presentation)
        return ProtectionReport.RenditionLine(
            name: rendition.name,
            playlist: rendition.path.description,
            segments: references.count,
            encrypted: references.count { plan.media.resources[$0.resource].treatment.slot != nil },
            bytes: rendition.playlist.isIFramesOnly
                ? references.reduce(0) { $0.addingSaturated($1.range.upperBound - $1.range.lowerBound) }
                : length(of: plan.media.outputResources(ofRendition: index, in: presentation)),
            keys: slots.compactMap { keys.keys[$0] }.map { $0.record.keyID.uuidString.lowercased() }
        )
    }

    /// Returns the length in the output of media resources, in bytes.
    private func length(of resources: some Sequence<Int>) -> UInt64 {
        resources.reduce(0) { $0.addingSaturated(layout[$1].extent.length) }
    }

    private func key(_ planned: PlannedKey) -> ProtectionReport.KeyLine {
        ProtectionReport.KeyLine(
            keyID: planned.status == .proposed ? nil : planned.record.keyID.uuidString.lowercased(),
            track: planned.slot.track,
            period: planned.slot.period,
            generation: planned.record.identity.generation,
            uri: KeyURIRedaction.redacted(planned.uri),
            signalling: planned.signals.map { signal in
                ProtectionReport.SystemLine(
                    system: signal.system.name,
                    uri: KeyURIRedaction.redacted(signal.uri)
                )
            },
            isNew: planned.isNew
        )
    }
}
