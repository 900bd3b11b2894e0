import CommonEncryption
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

extension FragmentKey {
    /// The key of a segment by its record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - source: where the initialization vector comes from.
    ///   - policy: how the segment is protected.
    /// - Throws: `PresentationError.fault` for a method that has no scheme.
    init(
        _ record: KeyRecord,
        _ source: MediaUnit.UnitVector,
        _ policy: ProtectionPolicy
    ) throws(PresentationError) {
        guard let scheme = policy.method.scheme else {
            throw .fault("fragments for \(policy.method.rawValue)")
        }
        self.init(
            scheme: scheme,
            key: record.key,
            keyID: record.keyID.bytes,
            iv: source.initializationVector(of: record, for: .samples),
            isGrouped: policy.rotationForm == .seig
        )
    }
}
