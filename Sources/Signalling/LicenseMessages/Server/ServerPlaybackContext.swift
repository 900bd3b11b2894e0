package import Ciphers
import KeyURITemplates
import TextFormats
import WipedMemory

/// A decrypted SPC: the data that a server reads with the certificate's private key, without the application
/// secret key.
package struct ServerPlaybackContext: Sendable {
    /// The version of the SPC.
    let version: SPCVersion
    /// All TLLVs in their order, including those with unknown tags.
    package let list: TLLVList

    /// The asset id that the app set, 2 to 200 bytes.
    package let assetID: [UInt8]
    /// The transaction id, 8 bytes.
    package let transactionID: [UInt8]
    /// The protocol versions that the device supports.
    package let supportedVersions: [UInt32]
    /// The protocol version that the device uses.
    package let usedVersion: UInt32
    /// The tags of the TLLVs that the answer must return.
    package let returnRequests: [LicenseTag]
    /// The display that the device plays to, or nil if the request does not say.
    package let streamingIndicator: StreamingIndicator?
    /// The state of the device's playback, or nil if the request does not say.
    package let playbackState: MediaPlaybackState?
    /// The device's capabilities, 16 bytes, or nil if the request does not say.
    package let capabilities: [UInt8]?

    /// The anti-replay seed, 16 bytes.
    let antiReplaySeed: [UInt8]
    /// R2, 21 bytes, from which the device key is derived.
    package let r2: [UInt8]
    /// The secrets of the session, encrypted under the device key, 112 bytes.
    let sessionBlock: [UInt8]
    /// The 16 bytes that must be at the end of the decrypted session block.
    let sessionIntegrity: [UInt8]

    /// Indicates whether SPCs of this version were only ever tested with our own messages.
    package var isUnproven: Bool { version.isUnproven }

    /// Indicates whether the request lists the protocol version that it uses as supported.
    var usesSupportedVersion: Bool { supportedVersions.contains(usedVersion) }

    /// Decrypts a request.
    ///
    /// - Parameters:
    ///   - container: the SPC as posted.
    ///   - privateKey: the private key of the certificate, whose size must fit the version of the SPC.
    /// - Throws: `LicenseMessageError` with status `-42581` if the key does not decrypt the SPC or if lengths
    ///   do not fit, `-42583` and `-42591` if a required tag is missing or occurs twice.
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

    /// The size of R2, in bytes.
    static let r2ByteCount = 21

    /// Splits a value into elements of `byteCount` bytes; `least` is the smallest number of elements.
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
                found: "\(tag.name) of \(CountText.text(value.count, "byte"))",
                expected: "a multiple of \(byteCount)"
            )
        }
        return stride(from: 0, to: value.count, by: byteCount).map { value[$0..<$0 + byteCount] }
    }
}
