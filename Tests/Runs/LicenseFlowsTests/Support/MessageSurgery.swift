import Ciphers
import Rehearsal
import WipedMemory

@testable import LicenseMessages

/// Decrypts SPC and CKC with the credentials of the tests, changes them, and encrypts them again.
enum MessageSurgery {
    /// Returns an SPC with other TLLVs.
    static func spc(_ spc: [UInt8], _ change: ([TLLV]) -> [TLLV]) throws -> [UInt8] {
        let (credentials, certificate) = try parts()
        let list = try context(spc, credentials).list
        return try SPCContainer(encrypting: TLLVList(change(list.tllvs)), to: certificate).serialized
    }

    /// Returns an SPC with another payload, a multiple of 16 bytes.
    static func spc(_ spc: [UInt8], payload: ([UInt8]) -> [UInt8]) throws -> [UInt8] {
        let (credentials, certificate) = try parts()
        let clear = try context(spc, credentials).list.serialized
        let key = ContentKey.random()
        let wrapped = try certificate.wrap(key.withSpan { SecretBytes(copying: $0) })
        let container = try SPCContainer(reading: spc)
        return SPCContainer(
            version: container.version,
            iv: container.iv,
            wrappedKey: wrapped,
            certificateHash: container.certificateHash,
            payload: try AES128CBC.encrypt(payload(clear).span, key: key, iv: container.iv)
        ).serialized
    }

    /// Returns a CKC with other TLLVs; `spc` is the request that it answers.
    static func ckc(_ ckc: [UInt8], answering spc: [UInt8], _ change: ([TLLV]) -> [TLLV]) throws -> [UInt8] {
        let (credentials, _) = try parts()
        let context = try context(spc, credentials)
        let deviceKey = try StandInDeviceKeyFunction().deviceKey(
            r2: context.r2,
            applicationSecret: credentials.applicationSecret
        )
        let session = try ClientSession.decrypted(from: context, deviceKey: deviceKey)
        let container = try CKCContainer(reading: ckc)
        let answerKey = try session.answerKey()
        let clear = try AES128CBC.decrypt(container.payload.span, key: answerKey, iv: container.iv)
        let list = try clear.withSpan { clear throws in try TLLVList(reading: clear) }
        let changed = TLLVList(change(list.tllvs)).serialized
        let payload = try AES128CBC.encrypt(changed.span, key: answerKey, iv: container.iv)
        return CKCContainer(iv: container.iv, payload: payload).serialized
    }

    private static func parts() throws -> (LicenseCredentials, LicenseCertificate) {
        let credentials = try PlantedFlow.credentials.get()
        return (credentials, try LicenseCertificate(der: credentials.certificateDER))
    }

    private static func context(_ spc: [UInt8], _ credentials: LicenseCredentials) throws
        -> ServerPlaybackContext
    {
        guard let privateKey = credentials.privateKey else { throw CipherError.decryptionFailed }
        return try ServerPlaybackContext(opening: SPCContainer(reading: spc), with: privateKey)
    }
}
