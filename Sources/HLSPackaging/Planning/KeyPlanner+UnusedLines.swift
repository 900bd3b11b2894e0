import Foundation
import HLSPlaylists
import KeyStore

extension KeySupplyRequest {
    /// The key systems that the supplier's own lines are for, where none of the usual ones has such a line; nil where one has, or
    /// none of the lines can be used.
    ///
    /// A line of the supplier says where its key is; a URI that a template makes would say something else.
    func signalledSystems(insteadOf usual: [KeySystem], _ method: ProtectionMethod) -> [KeySystem]? {
        let signalled = supplier.signalledSystems
        func hasLine(_ system: KeySystem) -> Bool { !signalled.isDisjoint(with: system.systemIDs) }
        guard !usual.contains(where: hasLine) else { return nil }
        let others = KeySystem.named.filter { $0.hasTemplateURIs && $0.supports(method) && hasLine($0) }
        return others.isEmpty ? nil : others
    }
}

extension KeyPlanner {
    /// What is said where a key came with lines, and none of them is written, without anybody having asked for that.
    func unusedLinesWarning(_ candidate: Candidate, _ planned: PlannedKey) -> String? {
        guard policy.keySystems == nil, let supply, !candidate.lines.isEmpty,
            planned.signals.allSatisfy({ $0.given == nil })
        else { return nil }
        let systems = KeySystem.named.filter { system in
            candidate.lines.contains { system.systemIDs.contains($0.systemID) }
        }
        let names =
            systems.isEmpty ? "key systems that are not known" : systems.map(\.name).joined(separator: ", ")
        let written = planned.signals.map(\.system.name).joined(separator: ", ")
        return
            "\(supply.supplier.label): its key URI is not written: it is for \(names), and the key lines of "
            + "\(policy.method.playlistMethod.name) are for \(written) (expected a key URI for \(written)). "
            + "Correct it there, name the key systems with --drm, or give the URI with --key-uri"
    }
}
