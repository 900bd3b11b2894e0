package import Ciphers
import KeyRecordFormats
package import LicenseMessages
import ProtectionTerms

/// A key security module (KSM) for rehearsals: it takes an SPC, looks up the key in an exported file, returns
/// a CKC.
///
/// The function D is a stand-in unless the user supplies one (``DeviceKeyFunction``). Callers that show
/// answers have to say so.
package struct KeySecurityModule: Sendable {
    private let lookup: KSMLookup
    private let certificateHash: [UInt8]
    private let privateKey: PrivateKey
    private let applicationSecret: ApplicationSecretKey
    private let function: any DeviceKeyFunction

    /// Checks each key before it goes into a license, and returns it, replaces it or refuses it; nil for no
    /// check.
    package var review:
        (@Sendable (_ assetID: [UInt8], _ key: LicensedKey) throws(KSMRefusal) -> LicensedKey)?

    /// Creates a module.
    ///
    /// - Parameters:
    ///   - lookup: the lookup of keys.
    ///   - certificateHash: the SHA-1 of the certificate in DER that clients encrypt to, 20 bytes.
    ///   - privateKey: the certificate's private key.
    ///   - applicationSecret: the application secret key (ASk).
    ///   - function: the function D.
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

    /// Creates the CKC for an SPC, with the key of its asset id.
    package func license(for spc: [UInt8]) throws(KSMRefusal) -> [UInt8] {
        try license(for: spc) { (assetID) throws(KSMRefusal) in LicensedKey(try lookup.key(for: assetID)) }
    }

    /// Creates the CKC for an SPC, with the key that a closure returns for the asset id.
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
            session = try ClientSession.decrypted(from: context, deviceKey: try deviceKey(context))
        } catch {
            throw KSMRefusal(opening: error)
        }
        var licensedKey = try find(context.assetID)
        if let review { licensedKey = try review(context.assetID, licensedKey) }
        let answer = LicenseAnswer(key: licensedKey.key, iv: licensedKey.iv, terms: licensedKey.terms)
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
                remedy: "Correct \(CommandOption.dCommand)"
            )
        }
    }

    /// Reads the SPC container; a body that is no SPC at all is refused at the stage `request`.
    private static func container(_ spc: [UInt8]) throws(KSMRefusal) -> SPCContainer {
        do throws(LicenseMessageError) {
            return try SPCContainer(reading: spc)
        } catch {
            // A container begins with a small version number in four bytes; other bytes mean another format.
            let isContainer = spc.starts(with: [0, 0, 0])
            throw KSMRefusal(opening: error, isContainer ? .opening : .request)
        }
    }
}
