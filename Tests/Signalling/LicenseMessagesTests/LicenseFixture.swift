import Ciphers
import LicenseMessages
import ProtectionTerms
import TestRandomness
import WipedMemory

/// A device and a license server, with a certificate of each size that is generated once.
struct LicenseFixture {
    private static let identities: [SPCVersion: EphemeralIdentity] = {
        var identities: [SPCVersion: EphemeralIdentity] = [:]
        for version in SPCVersion.allCases {
            identities[version] = try? EphemeralIdentity(
                size: version.keySize,
                commonName: "license \(version.rawValue)"
            )
        }
        return identities
    }()

    let version: SPCVersion
    let certificate: LicenseCertificate
    let privateKey: PrivateKey
    let applicationSecret: ApplicationSecretKey
    var function: any DeviceKeyFunction = StandInDeviceKeyFunction()

    init(_ version: SPCVersion = .one) throws {
        guard let identity = Self.identities[version] else { throw CipherError.libraryFailure("identity") }
        self.version = version
        certificate = try LicenseCertificate(der: identity.certificateDER)
        privateKey = identity.privateKey
        applicationSecret = .random()
    }

    static let state = MediaPlaybackState(creationDate: 1_800_000_000, state: .readyToStart, sessionID: 7)

    func request(
        _ assetID: [UInt8] = Array("asset".utf8),
        state: MediaPlaybackState = state,
        indicator: StreamingIndicator = .device,
        randomness: MessageRandomness = .system
    ) throws -> LicenseRequest {
        try LicenseRequest(
            assetID: assetID,
            certificate: certificate,
            applicationSecret: applicationSecret,
            function: function,
            playbackState: state,
            streamingIndicator: indicator,
            randomness: randomness
        )
    }

    func context(_ spc: [UInt8]) throws -> ServerPlaybackContext {
        try ServerPlaybackContext(opening: SPCContainer(reading: spc), with: privateKey)
    }

    func session(_ context: ServerPlaybackContext) throws -> ClientSession {
        try .decrypted(
            from: context,
            deviceKey: function.deviceKey(r2: context.r2, applicationSecret: applicationSecret)
        )
    }

    func ckc(answering spc: [UInt8], _ answer: LicenseAnswer) throws -> [UInt8] {
        let context = try context(spc)
        return try ContentKeyContext.ckc(answering: context, session: session(context), answer: answer)
    }

    /// Returns the SPC of a request with other TLLVs.
    func spc(_ tllvs: [TLLV]) throws -> [UInt8] {
        try SPCContainer(encrypting: TLLVList(tllvs), to: certificate).serialized
    }

    /// Returns the CKC for a request, with other TLLVs.
    func ckc(_ request: LicenseRequest, _ tllvs: [TLLV]) throws -> [UInt8] {
        let iv = RandomBytes.generate(count: 16)
        let clear = TLLVList(tllvs).serialized
        let payload = try AES128CBC.encrypt(clear.span, key: request.session.answerKey(), iv: iv)
        return CKCContainer(iv: iv, payload: payload).serialized
    }

    /// Returns the TLLVs of a complete answer.
    func answered(_ request: LicenseRequest) throws -> [TLLV] {
        let answer = LicenseAnswer(
            key: .random(),
            iv: .random(),
            duration: KeyDuration(leaseSeconds: 1, rentalSeconds: 2, kind: .leaseAndRental),
            hdcp: .type1,
            offline: OfflineKeyTerms(
                streamID: [UInt8](repeating: 1, count: 16),
                titleID: nil,
                storageSeconds: 3,
                playbackSeconds: 4
            )
        )
        let container = try CKCContainer(reading: ckc(answering: request.spc, answer))
        let clear = try AES128CBC.decrypt(
            container.payload.span,
            key: request.session.answerKey(),
            iv: container.iv
        )
        return try clear.withSpan { try TLLVList(reading: $0).tllvs }
    }
}
