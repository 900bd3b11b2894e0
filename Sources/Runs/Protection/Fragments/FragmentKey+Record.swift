import CommonEncryption
import Failures
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

extension FragmentKey {
    /// Creates the key of a segment from its key record.
    ///
    /// - Parameters:
    ///   - record: the key record.
    ///   - ivOrigin: the source of the IV.
    ///   - policy: the protection policy, with method and form of key rotation.
    /// - Throws: `RunFailure.fault` if the method has no protection scheme.
    init(
        _ record: KeyRecord,
        _ ivOrigin: IVOrigin,
        _ policy: ProtectionPolicy
    ) throws(RunFailure) {
        guard let scheme = policy.method.scheme else {
            throw .fault("fragments for \(policy.method.rawValue)")
        }
        self.init(
            scheme: scheme,
            key: record.key,
            keyID: record.keyID.bytes,
            iv: ivOrigin.initializationVector(of: record, for: .samples),
            usesSampleGroups: policy.rotationForm == .seig
        )
    }
}
