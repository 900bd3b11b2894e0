import Bitstreams
import Ciphers
import KeyURITemplates

/// A client's request: the SPC and the secrets that are needed to open the answer.
///
/// The SPC has the nine required TLLVs, a streaming indicator and a media playback state, and asks for the
/// asset id and the transaction id to be returned. The size of the certificate's key determines the version
/// of the SPC.
package final class LicenseRequest: Sendable {
    /// The protocol version that requests use, and the only one that they list as supported.
    static let protocolVersion: UInt32 = 1

    /// The SPC to post.
    package let spc: [UInt8]
    /// The asset id, 2 to 200 bytes.
    package let assetID: [UInt8]
    /// The version of the SPC.
    let version: SPCVersion
    /// The secrets of the request, which also open the answer.
    package let session: ClientSession
    /// The TLLVs that the answer must return unchanged.
    package let tllvsToReturn: [TLLV]

    /// Creates a request and encrypts it to a certificate.
    ///
    /// - Parameters:
    ///   - assetID: 2 to 200 bytes.
    ///   - certificate: the certificate that the request is encrypted to.
    ///   - applicationSecret: the application secret key; the device key is derived from it and R2.
    ///   - function: the function D.
    ///   - playbackState: the state of the client's playback.
    ///   - streamingIndicator: the display that the client plays to.
    ///   - randomness: the source of all secrets, IVs, padding and the order of TLLVs.
    /// - Throws: ``LicenseRequestError``.
    package init(
        assetID: [UInt8],
        certificate: LicenseCertificate,
        applicationSecret: ApplicationSecretKey,
        function: any DeviceKeyFunction,
        playbackState: MediaPlaybackState,
        streamingIndicator: StreamingIndicator = .device,
        randomness: MessageRandomness = .system
    ) throws(LicenseRequestError) {
        guard AssetID.lengths.contains(assetID.count) else {
            throw .assetID(bytes: assetID.count)
        }
        let r2 = randomness.bytes(ServerPlaybackContext.r2ByteCount)
        let deviceKey: ContentKey
        do throws(DeviceKeyError) {
            deviceKey = try function.deviceKey(r2: r2, applicationSecret: applicationSecret)
        } catch {
            throw .deviceKey(error)
        }
        func tllv(_ tag: LicenseTag, _ value: [UInt8]) -> TLLV { TLLV(tag, value, randomness: randomness) }
        let tllvsToReturn = [tllv(.assetID, assetID), tllv(.transactionID, randomness.bytes(8))]
        do throws(CipherError) {
            let session = try ClientSession.generate(randomness)
            let (block, integrity) = try session.encryptedBlock(under: deviceKey, randomness)
            let version = [UInt8](bigEndian: Self.protocolVersion)
            let list = TLLVList(
                tllvsToReturn + [
                    tllv(.sessionBlock, block),
                    tllv(.sessionIntegrity, integrity),
                    tllv(.antiReplaySeed, session.antiReplaySeed),
                    tllv(.r2, r2),
                    tllv(.supportedVersions, version),
                    tllv(.usedVersion, version),
                    tllv(.returnRequest, tllvsToReturn.flatMap { [UInt8](bigEndian: $0.tag.rawValue) }),
                    tllv(.streamingIndicator, [UInt8](bigEndian: streamingIndicator.rawValue)),
                    tllv(.playbackState, playbackState.value),
                ]
            )
            let container = try SPCContainer(
                encrypting: list.shuffled(randomness),
                to: certificate,
                randomness: randomness
            )
            spc = container.serialized
            self.session = session
        } catch {
            throw .cipher(error)
        }
        self.assetID = assetID
        self.tllvsToReturn = tllvsToReturn
        version = certificate.version
    }

    /// Wraps an SPC from elsewhere whose secrets are known, to open an answer to it.
    init(spc: [UInt8], context: ServerPlaybackContext, session: ClientSession) {
        self.spc = spc
        self.session = session
        assetID = context.assetID
        version = context.version
        let requestedTags = Set(context.returnRequests)
        tllvsToReturn = context.list.tllvs.filter { requestedTags.contains($0.tag) }
    }
}
