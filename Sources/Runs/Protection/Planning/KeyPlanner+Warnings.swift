import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

extension KeySupplyRequest {
    /// The key systems that the supplier's own lines are for, where none of the usual ones has such a line; nil where one has, or
    /// none of the lines can be used.
    ///
    /// A line of the supplier says where its key is; a URI that a template makes would say something else.
    func signalledSystems(insteadOf usual: [KeySystem], _ method: ProtectionMethod) -> [KeySystem]? {
        let signalled = supplier.signalledSystems
        func hasLine(_ system: KeySystem) -> Bool { !signalled.isDisjoint(with: system.suppliedSystemIDs) }
        guard !usual.contains(where: hasLine) else { return nil }
        let others = KeySystem.named.filter { $0.hasTemplateURIs && $0.supports(method) && hasLine($0) }
        return others.isEmpty ? nil : others
    }
}

extension KeyPlanner {
    /// What is odd about the lines of a key, in words that are the same for all keys and titles, so that they are said once.
    func signalWarnings(_ candidate: Candidate, _ planned: PlannedKey) -> [String] {
        [unusedLinesWarning(candidate, planned), resourceLoaderWarning(planned)].compactMap(\.self)
    }

    /// What is said where lines of identity have the usual URI: `skd:` is no scheme that players load a key from.
    private func resourceLoaderWarning(_ planned: PlannedKey) -> String? {
        guard request.hasUsualTemplate,
            planned.signals.contains(where: {
                $0.system == .identity && $0.given == nil && $0.uri.hasPrefix("skd:")
            })
        else { return nil }
        return
            "the key lines have the key URI skd://CONTENT_ID and no KEYFORMAT, as nobody chose a key URI: only apps with a "
            + "resource loader of their own can fetch such a key, other players cannot. For these, say where keys are "
            + "served: --template https-key --set key_url=https://..., or give --key-uri"
    }

    /// What is said where a key came with lines, and none of them is written, without anybody having asked for that.
    private func unusedLinesWarning(_ candidate: Candidate, _ planned: PlannedKey) -> String? {
        guard policy.keySystems == nil, let supply, !candidate.lines.isEmpty,
            planned.signals.allSatisfy({ $0.given == nil })
        else { return nil }
        let systems = KeySystem.named.filter { system in
            candidate.lines.contains { system.suppliedSystemIDs.contains($0.systemID) }
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
