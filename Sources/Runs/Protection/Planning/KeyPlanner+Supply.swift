import Failures
import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// A supplier of keys, and the media that each key protects.
package struct KeySupplyRequest: Sendable {
    /// The supplier: a CPIX document or a key server.
    let supplier: any KeySupplier
    /// The media that the key of each slot protects.
    let media: [KeySlot: [KeyRequirement.Media]]

    /// Creates a request from its parts.
    init(_ supplier: any KeySupplier, media: [KeySlot: [KeyRequirement.Media]]) {
        self.supplier = supplier
        self.media = media
    }
}

extension KeyPlanner {
    /// Returns the candidates with the keys of the supplier, which are in the store then.
    func supplied(
        _ candidates: [KeyCandidate],
        by supply: KeySupplyRequest
    ) throws(RunFailure) -> [KeyCandidate] {
        let requirements = candidates.map { candidate in
            KeyRequirement(
                identity: candidate.draft.identity,
                media: supply.media[candidate.slot] ?? [.video(pixels: nil), .audio(channels: nil)],
                method: policy.method
            )
        }
        let systems = try candidates.first.map { (candidate) throws(RunFailure) in
            try self.systems(of: candidate).compactMap(\.systemID)
        }
        let keys = try supply.supplier.keys(for: requirements, systems: systems ?? [], in: store)
        for key in keys { try checkLength(of: key.record) }
        guard keys.count == candidates.count else {
            throw .fault(
                "\(keys.count) keys came from \(supply.supplier.label), expected \(candidates.count)"
            )
        }
        return zip(candidates, keys).map { $0.supplied($1) }
    }

    /// Returns the signals of the lines for a key system that came with a key; empty lists if none came.
    func suppliedSignals(
        of candidate: KeyCandidate,
        _ system: KeySystem
    ) throws(RunFailure) -> (media: [KeySignal], session: [KeySignal]) {
        guard let supply, candidate.status != .proposed, !candidate.lines.isEmpty else { return ([], []) }
        let signals = SuppliedSignals(
            supplierName: supply.supplier.label,
            record: candidate.record,
            lines: candidate.lines,
            policy: policy
        )
        let (media, session) = (try signals.media(of: system), try signals.session(of: system))
        guard !media.isEmpty || session.isEmpty else {
            throw .unwritableSuppliedLine(
                supplier: supply.supplier.label,
                candidate.record.identity,
                system,
                reason: "there is a line for the multivariant playlist and none for media playlists"
            )
        }
        return (media, session)
    }

    /// Returns the warning of a dry run that the supplier was not asked for keys.
    static func dryRunWarning(_ supply: KeySupplyRequest) -> String {
        "\(supply.supplier.label) is not asked in a dry run; its keys may come with other key URIs"
    }
}
