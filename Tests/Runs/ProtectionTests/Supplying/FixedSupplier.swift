import Ciphers
import Failures
import Foundation
import KeyStore
import Synchronization

/// A supplier that gives keys 00 01 … with the IVs of their drafts, and the lines that a test wants.
final class FixedSupplier: KeySupplier {
    let label = "key server test"
    private let lines: @Sendable (KeyRecord) -> [SuppliedLines]
    private let calls = Mutex<[[KeyRequirement]]>([])

    /// The IV of the keys.
    static let iv: [UInt8] = Array(0xA0...0xAF)

    init(lines: @escaping @Sendable (KeyRecord) -> [SuppliedLines]) { self.lines = lines }

    /// The requirements of each call.
    var requirements: [[KeyRequirement]] { calls.withLock { $0 } }

    func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SuppliedKey] {
        calls.withLock { $0.append(requirements) }
        var drafts: [KeyDraft] = []
        for (index, requirement) in requirements.enumerated() {
            do {
                drafts.append(
                    KeyDraft(
                        identity: requirement.identity,
                        key: try ContentKey(copying: (0..<16).map { UInt8($0 + 16 * index) }),
                        iv: try InitializationVector(bytes: Self.iv),
                        origin: .supplied
                    )
                )
            } catch {
                throw .fault(String(describing: error))
            }
        }
        return try store.findOrCreate(drafts).map { SuppliedKey(record: $0, lines: lines($0)) }
    }
}
