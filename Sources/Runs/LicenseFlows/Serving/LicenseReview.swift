import Ciphers
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Synchronization

/// What `serve` does with each key before a license has it: notes it, shortens its life, injects faults.
final class LicenseReview: Sendable {
    private let faults: FaultPlan
    private let given: GivenKeys
    private let life: Int?
    /// Asset ids that had a license.
    private let licensed = Mutex<Set<[UInt8]>>([])

    /// The most asset ids that are remembered.
    private static let limit = 100_000

    init(faults: FaultPlan, given: GivenKeys, life: Int?) {
        self.faults = faults
        self.given = given
        self.life = life
    }

    /// Looks at a key.
    ///
    /// - Parameters:
    ///   - assetID: what it was asked for by.
    ///   - key: the key.
    /// - Returns: what the license says.
    /// - Throws: `KSMRefusal` where it is not given.
    func review(_ assetID: [UInt8], _ key: LicensedKey) throws(KSMRefusal) -> LicensedKey {
        let isFirst = licensed.withLock { ids in
            if ids.count >= Self.limit { ids = [] }
            return ids.insert(assetID).inserted
        }
        if !isFirst, faults.take(.renewal) != nil {
            throw KSMRefusal(.lookup, .noContentKey, "a fault of serve --fail", remedy: "Ask again later.")
        }
        guard given.give(key) else {
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
        switch faults.take(.answer)?.effect {
        case .otherKey?: bytes = .random()
        case .otherIV?: iv = (try? InitializationVector(bytes: iv.bytes.map { ~$0 })) ?? iv
        default: break
        }
        return LicensedKey(key: bytes, iv: iv, terms: terms)
    }
}

/// The keys that were given, each of which is noted before it is given the first time.
final class GivenKeys: Sendable {
    private let keys: ExportedKeys
    private let onKey: @Sendable (ExportedKey) throws -> Void
    private let noted = Mutex<Set<Int>>([])

    init(_ keys: ExportedKeys, onKey: @escaping @Sendable (ExportedKey) throws -> Void) {
        self.keys = keys
        self.onKey = onKey
    }

    /// Notes a key.
    ///
    /// - Parameter key: the key of a license.
    /// - Returns: false where it cannot be noted, and is not to be given. A key of no file is one of a client's own.
    func give(_ key: LicensedKey) -> Bool {
        note(keys.keys.indices.filter { keys.keys[$0].key == key.key })
    }

    /// Notes a key of the file.
    func give(_ key: ExportedKey) -> Bool {
        note(keys.keys.indices.filter { keys.keys[$0].place == key.place })
    }

    /// Under the lock, so that nobody gets a key while another one notes it.
    private func note(_ indices: [Int]) -> Bool {
        noted.withLock { noted in
            for index in indices where !noted.contains(index) {
                do { try onKey(keys.keys[index]) } catch { return false }
                noted.insert(index)
            }
            return true
        }
    }
}
