import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyRecordFormats
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms
import TextFormats
import Verification

/// The flow of Widevine and PlayReady: from key ids in playlists to the exported file, and from its keys to
/// samples.
///
/// License messages of these systems are not public. Their license servers return the key of the requested
/// key id.
struct CommonEncryptionFlow {
    let input: FlowInput
    let export: ExportedFile

    /// Runs the flow.
    func walk() throws(RunFailure) -> FlowReport {
        var steps = StepResults()
        steps[.keyLines] = input.keyLineResult
        var keyIDs = KeyIDStep()
        for (key, known) in zip(input.keys, input.knownKeys) { keyIDs.add(key, known) }
        var policies = PolicyStep()
        var found: [Int: ExportedKey] = [:]
        var policyCheckedIDs: Set<UUID> = []
        var failedIDs: Set<UUID> = []
        for (index, id) in keyIDs.ids.sorted(by: { $0.key < $1.key }) {
            guard let key = findKey(withID: id, index, &steps[.lookup]) else {
                failedIDs.insert(id)
                continue
            }
            found[index] = key
            guard policyCheckedIDs.insert(id).inserted else { continue }
            policies.check(
                key,
                recordTerms: input.knownKeys[index]?.terms,
                expressibleTerms: export.policyTerms,
                isForFairPlay: false
            )
        }
        steps[.policy] = policies.result
        // Lines of both key systems name the same key, so a key that failed for one is removed for both.
        found = found.filter { index, _ in keyIDs.ids[index].map { !failedIDs.contains($0) } ?? false }
        var rotation = RotationCheck(input.keys, input.presentation).check(
            licenses: found.compactMapValues(\.key)
        )
        rotation.skip("no key follows another; how these systems renew licenses is not public")
        steps[.renewal] = rotation
        let signalling = try decrypt(found, keyIDs.ids, &steps)
        keyIDs.add(steps[.keyLines].holds ? signalling : [])
        steps[.assetID] = keyIDs.result
        if !keyIDs.result.holds {
            // Boxes with other key ids also make segments undecryptable, which step R02 has reported.
            steps[.segments] = StepResult(skipped: "the key ids do not agree (R02)")
        }
        return FlowReport(
            input.flow,
            steps.reports(of: input.flow.steps, in: input.flow),
            remarks: [
                "License messages of Widevine and PlayReady are not public: the keys are those of the exported file, found by key id."
            ] + input.remarks
        )
    }

    /// Finds the key of a key id in the exported file (step R08).
    private func findKey(withID id: UUID, _ index: Int, _ result: inout StepResult) -> ExportedKey? {
        let name = id.uuidString.lowercased()
        guard let key = export.keys.key(withID: id) else {
            result.fail(
                at: input.keys[index].location,
                "the export has no key \(name) (\(export.keys.summary))",
                remedy:
                    "Export the title and generation that is published, in a format with key ids (cpix-2.3, speke-2, jsonl)."
            )
            return nil
        }
        result.countRun(request: "key \(name)", result: "\(key.description) at \(key.location)")
        guard key.state != .revoked, key.key != nil else {
            result.fail(
                at: key.location,
                "key \(name) is revoked in the export",
                remedy: "Protect the title with \(CommandOption.newKey), and export again."
            )
            return nil
        }
        if hasOtherChecksum(key, id, index) {
            result.fail(
                at: key.location,
                "key \(name) in the export does not match the CHECKSUM in the key line \(input.keys[index].location)",
                remedy: "Export the title again, or the generation that is published."
            )
            return nil
        }
        if let known = input.knownKeys[index]?.record, known.keyID == id, known.key != key.key {
            result.fail(
                at: key.location,
                "key \(name) has other bytes in the export than in its record",
                remedy: "Export the title again."
            )
            return nil
        }
        return key
    }

    /// Indicates whether a key without a record has another checksum than the PlayReady object in the URI.
    ///
    /// If a key has a record, step R02 reports a contradicting PlayReady object.
    private func hasOtherChecksum(_ key: ExportedKey, _ id: UUID, _ index: Int) -> Bool {
        guard input.knownKeys[index] == nil, let bytes = key.key,
            let document = try? KeyURIDocument(keyURI: input.keys[index].uri),
            let signaledChecksum = document.checksums[id]
        else { return false }
        return (try? PlayReadyChecksum.bytes(keyID: id, key: bytes)) != signaledChecksum
    }

    /// Returns the constant IV in the media, because licenses of these systems contain no IV.
    ///
    /// Returns nil if no `tenc` box for the key has one.
    private func mediaIV(
        of index: Int,
        _ id: UUID,
        _ ivLookup: inout ConstantIVLookup
    ) -> InitializationVector? {
        // With cenc each sample has its own IV, so this one is not used.
        if input.keys[index].key.method == .sampleAESCTR { return InitializationVector(mediaSequence: 0) }
        for section in input.keys[index].sections {
            if let iv = ivLookup.constantIV(of: id, inSection: section.section, of: section.rendition) {
                return iv
            }
        }
        return nil
    }

    private func decrypt(
        _ found: [Int: ExportedKey],
        _ ids: [Int: UUID],
        _ steps: inout StepResults
    ) throws(RunFailure) -> [Finding] {
        guard !found.isEmpty else { return [] }
        var ivLookup = ConstantIVLookup(input.presentation)
        var delivered: [LicensedKeys.Delivered] = []
        for (index, exported) in found.sorted(by: { $0.key < $1.key }) {
            guard let key = exported.key, let id = ids[index] else { continue }
            let knownIV = exported.iv ?? input.knownKeys[index]?.record.iv
            guard let iv = knownIV ?? mediaIV(of: index, id, &ivLookup) else {
                // IVs in sample groups (`seig`) are not read here.
                steps[.lookup].fail(
                    at: exported.location,
                    "the export has no IV of key \(id.uuidString.lowercased()), and no tenc box has one",
                    remedy:
                        "Export it in a format that has IVs (cpix-2.3, speke-2, jsonl), or give the key store."
                )
                continue
            }
            delivered.append(
                LicensedKeys.Delivered(
                    uri: input.keys[index].uri,
                    key: key,
                    iv: iv,
                    record: input.knownKeys[index]?.record,
                    keyID: id
                )
            )
        }
        guard !delivered.isEmpty else { return [] }
        let (result, signalling) = try input.segments.walk(
            with: try LicensedKeys(delivered, of: input.store),
            isWhole: false,
            of: input.presentation
        )
        steps[.segments] = result
        return signalling
    }
}
