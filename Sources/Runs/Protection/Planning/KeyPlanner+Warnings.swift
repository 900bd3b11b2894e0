import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

extension KeySupplyRequest {
    /// Returns the key systems for which the supplier has key lines, if none of them is a usual one.
    ///
    /// Nil if it has one for a usual system, or only lines that cannot be used. The supplier's lines have the
    /// URI of its key; a URI from a template would be another.
    func signalledSystems(insteadOf usual: [KeySystem], _ method: ProtectionMethod) -> [KeySystem]? {
        let signalled = supplier.signalledSystems
        func hasLine(_ system: KeySystem) -> Bool { !signalled.isDisjoint(with: system.suppliedSystemIDs) }
        guard !usual.contains(where: hasLine) else { return nil }
        let otherSystems = KeySystem.namedSystems.filter {
            $0.hasTemplateURIs && $0.supports(method) && hasLine($0)
        }
        return otherSystems.isEmpty ? nil : otherSystems
    }
}

extension KeyPlanner {
    /// Returns warnings about the lines of a key, which are worded alike for all keys, to be shown once.
    func signalWarnings(_ candidate: KeyCandidate, _ planned: PlannedKey) -> [String] {
        [unusedLinesWarning(candidate, planned), resourceLoaderWarning(planned)].compactMap(\.self)
    }

    /// Returns a warning if identity lines have the default URI: players cannot load a key from `skd:`.
    private func resourceLoaderWarning(_ planned: PlannedKey) -> String? {
        guard request.hasDefaultTemplate,
            planned.signals.contains(where: {
                $0.system == .identity && $0.supplied == nil && $0.uri.hasPrefix("skd:")
            })
        else { return nil }
        return
            "the key lines have the key URI skd://CONTENT_ID and no KEYFORMAT, because no key URI was chosen: only apps with a "
            + "resource loader of their own can fetch such a key, other players cannot. For these, say where keys are "
            + "served: \(CommandOption.template) https-key \(CommandOption.set) key_url=https://..., or give \(CommandOption.keyURI)"
    }

    /// Returns a warning if a key came with lines and none is written, although no option says so.
    private func unusedLinesWarning(_ candidate: KeyCandidate, _ planned: PlannedKey) -> String? {
        guard policy.keySystems == nil, let supply, !candidate.lines.isEmpty,
            planned.signals.allSatisfy({ $0.supplied == nil })
        else { return nil }
        let systems = KeySystem.namedSystems.filter { system in
            candidate.lines.contains { system.suppliedSystemIDs.contains($0.systemID) }
        }
        let names =
            systems.isEmpty ? "unknown key systems" : systems.map(\.name).joined(separator: ", ")
        let writtenSystems = planned.signals.map(\.system.name).joined(separator: ", ")
        return
            "\(supply.supplier.label): its key URI is not written: it is for \(names), and the key lines of "
            + "\(policy.method.playlistMethod.name) are for \(writtenSystems) (expected a key URI for \(writtenSystems)). "
            + "Correct \(supply.supplier.label), name the key systems with \(CommandOption.drm), or give the URI with \(CommandOption.keyURI)"
    }
}
