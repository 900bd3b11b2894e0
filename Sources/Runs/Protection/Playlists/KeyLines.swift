import Ciphers
import Failures
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

/// The key lines of a plan: one for each key system.
struct KeyLines {
    let keys: [KeySlot: PlannedKey]
    let policy: ProtectionPolicy

    /// Returns the keys in force over a media resource, one for each key system, or none if it is clear.
    ///
    /// The identity key format needs no attribute, whatever the URI's scheme: with `skd:` the app's resource
    /// loader delivers the bytes of the key. `explicitIV` writes the IV even if it is the media sequence
    /// number: I-frame playlists number their own entries, and an `EXT-X-MAP` has no number.
    func keys(over treatment: ResourceTreatment, explicitIV: Bool) throws(RunFailure) -> [KeyLine] {
        switch treatment {
        case .clear, .clearLead, .section: return []
        case .aes128(let slot, let ivOrigin):
            let planned = try planned(slot)
            if case .mediaSequence = ivOrigin, !explicitIV { return lines(of: planned, iv: nil) }
            return lines(of: planned, iv: ivOrigin.initializationVector(of: planned.record).bytes)
        // AES-256-GCM has its IVs in the media.
        case .aes256GCM(let slot, _): return lines(of: try planned(slot), iv: nil)
        // Samples of AES-CTR have their IVs in the media.
        case .fragments(let slot, _, .location): return lines(of: try planned(slot), iv: nil)
        case .transportStream(let slot, _), .packedAudio(let slot, _), .fragments(let slot, _, _):
            let planned = try planned(slot)
            return lines(of: planned, iv: planned.record.iv.bytes)
        }
    }

    /// Returns the lines of a slot, one for each key system, for segments that use the IV of the record.
    func keys(of slot: KeySlot) throws(RunFailure) -> [KeyLine] {
        let planned = try planned(slot)
        let hasIV =
            !policy.method.hasIVsInMedia
            && (policy.method != .aes128 || policy.ivMode != .sequence)
        return lines(of: planned, iv: hasIV ? planned.record.iv.bytes : nil)
    }

    /// Returns the session keys of a slot, one for each key system.
    func sessionKeys(of slot: KeySlot) throws(RunFailure) -> [KeyLine] {
        let planned = try planned(slot)
        return planned.sessionSignals.isEmpty
            ? planned.signals.map { $0.sessionLine(policy.method.playlistMethod) }
            : planned.sessionSignals.map { $0.line(policy.method.playlistMethod, iv: nil) }
    }

    /// Returns the `pssh` boxes of a slot's key, one for each key system that has one.
    func systemHeaders(of slot: KeySlot) throws(RunFailure) -> [[UInt8]] {
        let planned = try planned(slot)
        var headers: [[UInt8]] = []
        // A key may have several lines of one system, but has one box.
        var systems: [KeySystem] = []
        for signal in planned.signals where !systems.contains(signal.system) {
            systems.append(signal.system)
            let header = try KeySignal.header(
                of: signal.system,
                keyID: planned.record.keyID,
                key: planned.record.key,
                scheme: policy.method.scheme
            )
            if let header { headers.append(header) }
        }
        return headers
    }

    /// Returns the record of a slot's key.
    func record(of slot: KeySlot) throws(RunFailure) -> KeyRecord { try planned(slot).record }

    /// Returns the lines of a key, one for each key system.
    ///
    /// Only identity lines have an IV: clients of other systems get it with the key or from the media.
    private func lines(of planned: PlannedKey, iv: [UInt8]?) -> [KeyLine] {
        planned.signals.map { $0.line(policy.method.playlistMethod, iv: iv) }
    }

    private func planned(_ slot: KeySlot) throws(RunFailure) -> PlannedKey {
        guard let planned = keys[slot] else { throw .fault("no key was planned for \(slot.description)") }
        return planned
    }
}

extension IVOrigin {
    /// Returns the IV under a key.
    func initializationVector(
        of record: KeyRecord,
        for purpose: IVContext.Purpose = .wholeSegment
    ) -> InitializationVector {
        switch self {
        case .location(let ivContext):
            ivContext.iv(under: record.key, of: record.identity.fields, for: purpose)
        case .mediaSequence(let number): InitializationVector(mediaSequence: number)
        case .record: record.iv
        }
    }
}
