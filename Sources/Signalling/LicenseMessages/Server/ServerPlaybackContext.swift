package import Ciphers
import KeyURITemplates
import WipedMemory

/// A decrypted SPC: what a server reads of it with the certificate's private key alone, without the application secret key.
package struct ServerPlaybackContext: Sendable {
    /// The container's version.
    package let version: SPCVersion
    /// All TLLVs, in their order.
    package let list: TLLVList

    /// The asset id as the app gave it, 2 to 200 bytes.
    package let assetID: [UInt8]
    /// The transaction id, 8 bytes.
    package let transactionID: [UInt8]
    /// The protocol versions that the device could use.
    package let supportedVersions: [UInt32]
    /// The protocol version that the device uses.
    package let usedVersion: UInt32
    /// The tags of what the answer has to return.
    package let returnRequests: [LicenseTag]
    /// Where the pictures are shown; nil if it is not said.
    package let streamingIndicator: StreamingIndicator?
    /// What the device is doing; nil if it is not said.
    package let playbackState: MediaPlaybackState?
    /// The device's capabilities, 16 bytes; nil if they are not said.
    package let capabilities: [UInt8]?

    /// The anti-replay seed, 16 bytes.
    package let antiReplaySeed: [UInt8]
    /// R2, 21 bytes: the device key is derived from it.
    package let r2: [UInt8]
    /// The session's secrets under the device key, 112 bytes.
    package let sessionBlock: [UInt8]
    /// The 16 bytes that the session's secrets have to end in.
    package let sessionIntegrity: [UInt8]

    /// Whether nothing but our own messages ever showed that it is read as others do.
    package var isUnproven: Bool { version.isUnproven }

    /// Whether the version that the device uses is one that it says it could use.
    var usesSupportedVersion: Bool { supportedVersions.contains(usedVersion) }

    /// Opens a request.
    ///
    /// - Parameters:
    ///   - container: as posted.
    ///   - privateKey: of the certificate, of the size of the container's version.
    /// - Throws: `LicenseMessageError`: `-42581` if the key does not open it or if lengths do not fit, `-42583` and `-42591` for required
    ///   tags.
    package init(
        opening container: SPCContainer,
        with privateKey: PrivateKey
    ) throws(LicenseMessageError) {
        let payload = try container.decryptedPayload(privateKey)
        let offset = container.payloadOffset
        let list = try payload.withSpan { (payload) throws(LicenseMessageError) in
            try TLLVList(reading: payload, at: offset)
        }
        try self.init(list: list, version: container.version)
    }

    /// Reads the TLLVs of a decrypted payload.
    package init(list: TLLVList, version: SPCVersion) throws(LicenseMessageError) {
        self.list = list
        self.version = version
        for tag in LicenseTag.requiredInRequests { _ = try list.required(tag) }
        assetID = try list.required(.assetID, lengths: AssetID.lengths)
        transactionID = try list.required(.transactionID, lengths: 8...8)
        supportedVersions = try Self.numbers(list, .supportedVersions, byteCount: 4, least: 1)
            .map { UInt32(bigEndianBytes: $0) }
        usedVersion = UInt32(bigEndianBytes: try list.required(.usedVersion, lengths: 4...4))
        returnRequests = try Self.numbers(list, .returnRequest, byteCount: 8)
            .map { LicenseTag(rawValue: UInt64(bigEndianBytes: $0)) }
        streamingIndicator = try list.optional(.streamingIndicator, lengths: 8...8)
            .map { StreamingIndicator(rawValue: UInt64(bigEndianBytes: $0)) }
        let stateLength = MediaPlaybackState.byteCount
        playbackState = try list.optional(.playbackState, lengths: stateLength...stateLength)
            .map { MediaPlaybackState(value: $0) }
        capabilities = try list.optional(.capabilities, lengths: 16...16)
        antiReplaySeed = try list.required(.antiReplaySeed, lengths: 16...16)
        r2 = try list.required(.r2, lengths: Self.r2ByteCount...Self.r2ByteCount)
        let blockLength = ClientSession.blockByteCount
        sessionBlock = try list.required(.sessionBlock, lengths: blockLength...blockLength)
        sessionIntegrity = try list.required(.sessionIntegrity, lengths: 16...16)
    }

    /// Size of R2 in bytes.
    static let r2ByteCount = 21

    /// The parts of one size that a value consists of.
    private static func numbers(
        _ list: TLLVList,
        _ tag: LicenseTag,
        byteCount: Int,
        least: Int = 0
    ) throws(LicenseMessageError) -> [ArraySlice<UInt8>] {
        let value = try list.required(tag, lengths: least * byteCount...SPCContainer.byteLimit)
        guard value.count.isMultiple(of: byteCount) else {
            throw .parsing(
                tag,
                offset: list.offset(of: tag),
                found: "\(tag.name) of \(value.count) bytes",
                expected: "a multiple of \(byteCount)"
            )
        }
        return stride(from: 0, to: value.count, by: byteCount).map { value[$0..<$0 + byteCount] }
    }
}
