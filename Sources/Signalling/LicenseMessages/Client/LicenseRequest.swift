import Bitstreams
import Ciphers
import KeyURITemplates

/// A request of a client: the SPC, and what is needed to open its answer.
///
/// It has the nine required TLLVs, a streaming indicator and a media playback state, and asks for asset id and transaction id back. Its
/// version is that of the certificate's key.
package final class LicenseRequest: Sendable {
    /// The protocol version that requests use, and the only one that they say is supported.
    package static let protocolVersion: UInt32 = 1

    /// The bytes to post.
    package let spc: [UInt8]
    /// The asset id.
    package let assetID: [UInt8]
    /// The container's version.
    package let version: SPCVersion
    /// The secrets, which the answer is opened with.
    package let session: ClientSession
    /// The TLLVs that the answer has to return as they are.
    package let returned: [TLLV]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - assetID: 2 to 200 bytes.
    ///   - certificate: to which it is encrypted.
    ///   - applicationSecret: what the device key is made of, with R2.
    ///   - function: D.
    ///   - playbackState: what the client is doing.
    ///   - streamingIndicator: where it shows pictures.
    ///   - randomness: gives all secrets, IVs, padding and the order of TLLVs.
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
        let returned = [tllv(.assetID, assetID), tllv(.transactionID, randomness.bytes(8))]
        do throws(CipherError) {
            let session = try ClientSession.make(randomness)
            let (block, integrity) = try session.sealed(under: deviceKey, randomness)
            let version = [UInt8](bigEndian: Self.protocolVersion)
            let list = TLLVList(
                returned + [
                    tllv(.sessionBlock, block),
                    tllv(.sessionIntegrity, integrity),
                    tllv(.antiReplaySeed, session.antiReplaySeed),
                    tllv(.r2, r2),
                    tllv(.supportedVersions, version),
                    tllv(.usedVersion, version),
                    tllv(.returnRequest, returned.flatMap { [UInt8](bigEndian: $0.tag.rawValue) }),
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
        self.returned = returned
        version = certificate.version
    }

    /// A request that was made elsewhere, whose secrets are known.
    init(spc: [UInt8], context: ServerPlaybackContext, session: ClientSession) {
        self.spc = spc
        self.session = session
        assetID = context.assetID
        version = context.version
        let wanted = Set(context.returnRequests)
        returned = context.list.tllvs.filter { wanted.contains($0.tag) }
    }
}
