import Ciphers
import KeyRecordFormats
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Synchronization

/// What `serve` does with each key before a license has it: notes it, shortens its life, injects faults.
final class LicenseReview: Sendable {
    private let faults: FaultPlan
    private let given: GivenKeys
    private let life: Int?
    /// The flows that have licenses.
    private let flows: [LicenseFlow]
    /// Asset ids that had a license.
    private let licensed = Mutex<Set<[UInt8]>>([])

    /// The most asset ids that are remembered.
    private static let limit = 100_000

    init(faults: FaultPlan, given: GivenKeys, life: Int?, flows: [LicenseFlow]) {
        self.faults = faults
        self.given = given
        self.life = life
        self.flows = flows.filter(\.isOfFairPlay)
    }

    /// Looks at a key.
    ///
    /// - Parameters:
    ///   - assetID: what it was asked for by.
    ///   - key: the key.
    ///   - trace: is told what was done.
    /// - Returns: what the license says.
    /// - Throws: `KSMRefusal` where it is not given.
    func review(
        _ assetID: [UInt8],
        _ key: LicensedKey,
        _ trace: RequestTrace
    ) throws(KSMRefusal) -> LicensedKey {
        let isFirst = licensed.withLock { ids in
            if ids.count >= Self.limit { ids = [] }
            return ids.insert(assetID).inserted
        }
        if !isFirst, let fault = faults.take([.renewal], of: flows) {
            trace.take(fault)
            throw KSMRefusal(.lookup, .noContentKey, "a fault of serve --fail", remedy: "Ask again later.")
        }
        do throws(GivenKeys.NotNoted) {
            try given.give(key)
        } catch {
            if isFirst { licensed.withLock { _ = $0.remove(assetID) } }
            trace.takeMissingNote()
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "the key cannot be noted in the log of the key store",
                remedy: "Look at the messages of serve."
            )
        }
        var terms = key.terms
        if let life { terms.leaseSeconds = life }
        var (bytes, iv) = (key.key, key.iv)
        if let fault = faults.take([.answer], of: flows) {
            trace.take(fault)
            switch fault.effect {
            case .otherKey: bytes = .random()
            case .otherIV: iv = (try? InitializationVector(bytes: iv.bytes.map { ~$0 })) ?? iv
            default: break
            }
        }
        return LicensedKey(key: bytes, iv: iv, terms: terms)
    }
}
