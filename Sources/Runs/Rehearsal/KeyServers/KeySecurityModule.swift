package import Ciphers
import KeyRecordFormats
package import LicenseMessages
import ProtectionTerms

/// A key security module (KSM) for rehearsals: SPC in, CKC out, the key looked up in an exported file.
///
/// D is a stand-in unless an integrator plugs in his own (``DeviceKeyFunction``); whoever shows its answers says so.
package struct KeySecurityModule: Sendable {
    private let lookup: KSMLookup
    private let certificateHash: [UInt8]
    private let privateKey: PrivateKey
    private let applicationSecret: ApplicationSecretKey
    private let function: any DeviceKeyFunction

    /// Looks at each key before it is given, and may give another one or refuse; nil for nothing.
    package var review:
        (@Sendable (_ assetID: [UInt8], _ key: LicensedKey) throws(KSMRefusal) -> LicensedKey)?

    /// A module.
    ///
    /// - Parameters:
    ///   - lookup: finds keys.
    ///   - certificateHash: SHA-1 of the certificate that clients encrypt to, in DER: 20 bytes.
    ///   - privateKey: its private key.
    ///   - applicationSecret: ASk.
    ///   - function: D.
    package init(
        _ lookup: KSMLookup,
        certificateHash: [UInt8],
        privateKey: PrivateKey,
        applicationSecret: ApplicationSecretKey,
        function: any DeviceKeyFunction
    ) {
        self.lookup = lookup
        self.certificateHash = certificateHash
        self.privateKey = privateKey
        self.applicationSecret = applicationSecret
        self.function = function
    }

    /// The CKC for an SPC, with the key of its asset id.
    ///
    /// - Parameter spc: the request.
    /// - Returns: the CKC.
    /// - Throws: `KSMRefusal`.
    package func license(for spc: [UInt8]) throws(KSMRefusal) -> [UInt8] {
        try license(for: spc) { (assetID) throws(KSMRefusal) in LicensedKey(try lookup.key(for: assetID)) }
    }

    /// The CKC for an SPC, with a key that is found in another way.
    ///
    /// - Parameters:
    ///   - spc: the request.
    ///   - find: gives the key for an asset id.
    /// - Returns: the CKC.
    /// - Throws: `KSMRefusal`.
    package func license(
        for spc: [UInt8],
        key find: (_ assetID: [UInt8]) throws(KSMRefusal) -> LicensedKey
    ) throws(KSMRefusal) -> [UInt8] {
        let container = try Self.container(spc)
        let context: ServerPlaybackContext
        let session: ClientSession
        do throws(LicenseMessageError) {
            try container.checkCertificate(hash: certificateHash)
            context = try ServerPlaybackContext(opening: container, with: privateKey)
            session = try ClientSession.opened(from: context, deviceKey: try deviceKey(context))
        } catch {
            throw KSMRefusal(opening: error)
        }
        var found = try find(context.assetID)
        if let review { found = try review(context.assetID, found) }
        let answer = LicenseAnswer(key: found.key, iv: found.iv, terms: found.terms)
        do throws(LicenseMessageError) {
            return try ContentKeyContext.ckc(answering: context, session: session, answer: answer)
        } catch {
            throw KSMRefusal(opening: error)
        }
    }

    private func deviceKey(_ context: ServerPlaybackContext) throws(LicenseMessageError) -> ContentKey {
        do throws(DeviceKeyError) {
            return try function.deviceKey(r2: context.r2, applicationSecret: applicationSecret)
        } catch {
            throw LicenseMessageError(
                .cryptography,
                found: "no device key: \(error)",
                expected: "one",
                remedy: "Correct --d-command"
            )
        }
    }

    /// What is no SPC at all is the fault of who posted it.
    private static func container(_ spc: [UInt8]) throws(KSMRefusal) -> SPCContainer {
        do throws(LicenseMessageError) {
            return try SPCContainer(reading: spc)
        } catch {
            // A container has a small version in four bytes; what begins otherwise is something else.
            let isContainer = spc.starts(with: [0, 0, 0])
            throw KSMRefusal(opening: error, isContainer ? .opening : .request)
        }
    }
}
