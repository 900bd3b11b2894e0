import Ciphers
import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import LicenseMessages

/// Messages of an independent implementation; see ``LicenseVectors``.
struct KnownAnswerTests {
    private func context(_ version: SPCVersion) throws -> ServerPlaybackContext {
        let isOne = version == .one
        let key = try PrivateKey(
            reading: SecretBytes(
                copying: isOne ? LicenseVectors.privateKey1024 : LicenseVectors.privateKey2048
            ),
            minimumSize: .bits1024
        )
        return try ServerPlaybackContext(
            opening: SPCContainer(reading: LicenseVectors.spc(version)),
            with: key
        )
    }

    private func session(_ context: ServerPlaybackContext) throws -> ClientSession {
        let secret = try ApplicationSecretKey(reading: SecretBytes(copying: LicenseVectors.applicationSecret))
        let key = try StandInDeviceKeyFunction().deviceKey(r2: context.r2, applicationSecret: secret)
        #expect(key.withSpan { Hexadecimal.encode($0) } == LicenseVectors.deviceKey)
        return try .decrypted(from: context, deviceKey: key)
    }

    @Test(arguments: SPCVersion.allCases)
    func `An SPC opens with the private key alone`(version: SPCVersion) throws {
        let context = try context(version)
        #expect(context.version == version)
        #expect(context.isUnproven == (version == .two))
        #expect(context.assetID == LicenseVectors.assetID)
        #expect(context.transactionID == LicenseVectors.transactionID)
        #expect(context.supportedVersions == [1, 2])
        #expect(context.usedVersion == 1)
        #expect(context.returnRequests == [.transactionID, .assetID, LicenseVectors.unknownTag])
        #expect(context.streamingIndicator == .airPlay)
        #expect(context.r2 == LicenseVectors.r2)
        #expect(
            context.playbackState
                == MediaPlaybackState(
                    creationDate: 1_700_000_000,
                    state: .playingAndKeyNeeded,
                    sessionID: 0x2122_2324_2526_2728
                )
        )
        #expect(context.capabilities == [UInt8](0..<15) + [1])
        #expect(context.list.tllvs.count == 14)
        #expect(context.list.tllvs.map(\.blockLength).reduce(0, +) == 752 - 14 * 16)
    }

    @Test func `The digest of a certificate is that of hashlib`() throws {
        let certificate = try LicenseCertificate(der: LicenseVectors.certificate1024)
        #expect(Hexadecimal.encode(certificate.hash) == LicenseVectors.hash1024)
        #expect(try SPCContainer(reading: LicenseVectors.spc1).certificateHash == certificate.hash)
    }

    @Test(arguments: SPCVersion.allCases)
    func `The secrets open with the device key, and give the answer's key`(version: SPCVersion) throws {
        let session = try session(context(version))
        #expect(session.sessionKey.withSpan { Hexadecimal.encode($0) } == "101112131415161718191a1b1c1d1e1f")
        #expect(try session.answerKey().withSpan { Hexadecimal.encode($0) } == LicenseVectors.answerKey)
    }

    @Test func `A CKC opens to its key and terms`() throws {
        let context = try context(.one)
        let request = LicenseRequest(
            spc: LicenseVectors.spc1,
            context: context,
            session: try session(context)
        )
        // The vector does not return the unknown tag.
        #expect(throws: LicenseAnswerError.missingReturned(LicenseVectors.unknownTag)) {
            try request.decrypt(ckc: LicenseVectors.ckc)
        }
        let changedContext = try ServerPlaybackContext(
            list: TLLVList(
                context.list.tllvs.map { tllv in
                    tllv.tag == .returnRequest
                        ? TLLV(tag: tllv.tag, value: Array(tllv.value.prefix(16)), padding: []) : tllv
                }
            ),
            version: .one
        )
        let license = try LicenseRequest(
            spc: LicenseVectors.spc1,
            context: changedContext,
            session: session(context)
        ).decrypt(ckc: LicenseVectors.ckc)
        #expect(license.key.withSpan { Hexadecimal.encode($0) } == LicenseVectors.contentKey)
        #expect(license.iv.bytes == [UInt8](0xB0...0xBF))
        #expect(license.duration == KeyDuration(leaseSeconds: 600, rentalSeconds: 0, kind: .lease))
        #expect(license.hdcp == .level(.type1))
        #expect(
            license.offline
                == OfflineKeyTerms(
                    streamID: [UInt8](0x91...0xA0),
                    titleID: [UInt8](0xA1...0xB0),
                    storageSeconds: 86_400,
                    playbackSeconds: 3600
                )
        )
        #expect(license.blocks.contains { $0.tag == LicenseTag(rawValue: 0xdead_beef) })
    }
}
