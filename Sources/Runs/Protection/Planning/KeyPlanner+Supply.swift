import FoundationEssentials
package import KeyStore
package import Presentations
import ProtectionTerms

/// Whom to ask for keys, and what they are to be for.
package struct KeySupplyRequest: Sendable {
    /// Who is asked.
    package let supplier: any KeySupplier
    /// What the key of each slot is to protect.
    package let media: [KeySlot: [KeyRequirement.Media]]

    /// A request from its parts.
    package init(_ supplier: any KeySupplier, media: [KeySlot: [KeyRequirement.Media]]) {
        self.supplier = supplier
        self.media = media
    }
}

extension KeyPlanner {
    /// The candidates with the keys of the supplier, which are in the store then.
    func supplied(
        _ candidates: [Candidate],
        by supply: KeySupplyRequest
    ) throws(PresentationError) -> [Candidate] {
        let requirements = candidates.map { candidate in
            KeyRequirement(
                identity: candidate.identity,
                media: supply.media[candidate.slot] ?? [.video(pixels: nil), .audio(channels: nil)],
                method: policy.method
            )
        }
        let systems = try candidates.first.map { (candidate) throws(PresentationError) in
            try self.systems(of: candidate).compactMap(\.systemID)
        }
        let keys = try storeCalls { () throws(KeyStoreError) in
            let keys = try supply.supplier.keys(for: requirements, systems: systems ?? [], in: store)
            for key in keys { try checkLength(of: key.record) }
            return keys
        }
        guard keys.count == candidates.count else {
            throw .fault(
                "\(keys.count) keys came from \(supply.supplier.label), expected \(candidates.count)"
            )
        }
        return zip(candidates, keys).map { candidate, key in
            Candidate(
                slot: candidate.slot,
                identity: key.record.identity,
                record: key.record,
                keyID: key.record.keyID,
                isNew: candidate.record == nil,
                lines: key.lines
            )
        }
    }

    /// The signals of the lines that came with a key.
    func givenSignals(
        of candidate: Candidate,
        _ system: KeySystem
    ) throws(PresentationError) -> (media: [KeySignal], session: [KeySignal]) {
        guard let supply, let record = candidate.record, !candidate.lines.isEmpty else { return ([], []) }
        let given = SuppliedSignals(
            label: supply.supplier.label,
            record: record,
            lines: candidate.lines,
            policy: policy
        )
        let (media, session) = (try given.media(of: system), try given.session(of: system))
        guard !media.isEmpty || session.isEmpty else {
            throw .protection(
                .suppliedLine(
                    label: supply.supplier.label,
                    record.identity,
                    system,
                    reason: "a line for the multivariant playlist and none for media playlists"
                )
            )
        }
        return (media, session)
    }

    /// What a dry run says of keys that nobody asked for yet.
    static func dryRunWarning(_ supply: KeySupplyRequest) -> String {
        "\(supply.supplier.label) is not asked in a dry run; its keys may come with other key URIs"
    }
}
