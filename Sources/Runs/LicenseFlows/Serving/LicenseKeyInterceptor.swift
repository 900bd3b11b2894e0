import Ciphers
import KeyRecordFormats
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Synchronization

/// Handles each key for `serve` before it goes into a license.
///
/// It logs the key, shortens its lease and injects faults.
final class LicenseKeyInterceptor: Sendable {
    private let faults: FaultPlan
    private let keyLog: DeliveredKeyLog
    private let leaseSeconds: Int?
    /// The FairPlay flows, which have licenses.
    private let flows: [LicenseFlow]
    /// The asset ids that have had a license.
    private let licensed = Mutex<Set<[UInt8]>>([])

    /// The maximum number of remembered asset ids.
    private static let limit = 100_000

    init(faults: FaultPlan, keyLog: DeliveredKeyLog, leaseSeconds: Int?, flows: [LicenseFlow]) {
        self.faults = faults
        self.keyLog = keyLog
        self.leaseSeconds = leaseSeconds
        self.flows = flows.filter(\.isOfFairPlay)
    }

    /// Logs a key, shortens its lease and injects faults.
    ///
    /// - Parameters:
    ///   - assetID: the asset id of the request.
    ///   - key: the key for the license.
    ///   - trace: records injected faults and failed logging.
    /// - Returns: the key, IV and terms to put into the license.
    /// - Throws: `KSMRefusal` if the key is not delivered.
    func review(
        _ assetID: [UInt8],
        _ key: LicensedKey,
        _ trace: RequestTrace
    ) throws(KSMRefusal) -> LicensedKey {
        let isFirst = licensed.withLock { ids in
            if ids.count >= Self.limit { ids = [] }
            return ids.insert(assetID).inserted
        }
        if !isFirst, let fault = faults.nextFault(at: [.renewal], of: flows) {
            trace.record(fault)
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "a fault injected by serve \(CommandOption.fail)",
                remedy: "Ask again later."
            )
        }
        do throws(DeliveredKeyLog.LoggingFailure) {
            try keyLog.log(key)
        } catch {
            if isFirst { licensed.withLock { _ = $0.remove(assetID) } }
            trace.recordLoggingFailure()
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                "the key cannot be recorded in the log of the key store",
                remedy: "Check the log of serve."
            )
        }
        var terms = key.terms
        if let leaseSeconds { terms.leaseSeconds = leaseSeconds }
        var (contentKey, iv) = (key.key, key.iv)
        if let fault = faults.nextFault(at: [.answer], of: flows) {
            trace.record(fault)
            switch fault.effect {
            case .otherKey: contentKey = .random()
            case .otherIV: iv = (try? InitializationVector(bytes: iv.bytes.map { ~$0 })) ?? iv
            default: break
            }
        }
        return LicensedKey(key: contentKey, iv: iv, terms: terms)
    }
}
