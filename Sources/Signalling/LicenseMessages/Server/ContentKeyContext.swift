import Bitstreams
import Ciphers
import ProtectionTerms
import WipedMemory

/// A content key context (CKC): a server's answer to a request.
package enum ContentKeyContext {
    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - context: the request.
    ///   - session: the secrets of the request.
    ///   - answer: the content key and its terms.
    ///   - randomness: the source of the IV, padding and the order of TLLVs.
    /// - Returns: the CKC as bytes.
    /// - Throws: status `-42585` for a key of 256 bits; `-42590` for a request that uses a version which it
    ///   does not list as supported; `-42582` for a request to return a TLLV that a CKC has itself.
    package static func ckc(
        answering context: ServerPlaybackContext,
        session: ClientSession,
        answer: LicenseAnswer,
        randomness: MessageRandomness = .system
    ) throws(LicenseMessageError) -> [UInt8] {
        guard answer.key.length == .bits128 else {
            throw LicenseMessageError(
                .parameter,
                found: "a content key of \(answer.key.length.byteCount) bytes",
                expected: "16"
            )
        }
        guard context.usesSupportedVersion else {
            throw LicenseMessageError(
                .protocolVersion,
                found: "protocol version \(context.usedVersion)",
                expected: "one of \(context.supportedVersions)"
            )
        }
        if let tag = context.returnRequests.first(where: LicenseTag.reservedForAnswers.contains) {
            throw LicenseMessageError(
                .ckcGeneration,
                found: "a request to return \(tag.name)",
                expected: "a request to return only tags that a CKC does not define itself"
            )
        }
        do throws(CipherError) {
            return try message(context, session, answer, randomness)
        } catch {
            throw .cipher(error)
        }
    }

    private static func message(
        _ context: ServerPlaybackContext,
        _ session: ClientSession,
        _ answer: LicenseAnswer,
        _ randomness: MessageRandomness
    ) throws(CipherError) -> [UInt8] {
        func tllv(_ tag: LicenseTag, _ value: [UInt8]) -> TLLV { TLLV(tag, value, randomness: randomness) }
        let wrappedKey = try answer.key.withSpan { (key) throws(CipherError) in
            try AES128Block.encrypt(key, key: session.sessionKey)
        }
        var tllvs = [
            tllv(.contentKey, answer.iv.bytes + wrappedKey.withSpan { key in key.indices.map { key[$0] } }),
            // R1 is written at the end, into the only array that is wiped.
            tllv(.r1, [UInt8](repeating: 0, count: ClientSession.r1ByteCount)),
        ]
        // Returned TLLVs keep their padding.
        let requestedTags = Set(context.returnRequests)
        tllvs += context.list.tllvs.filter { requestedTags.contains($0.tag) }
        if let duration = answer.duration, context.playbackState != nil {
            tllvs.append(tllv(.keyDuration, duration.value))
        }
        if let level = answer.hdcp {
            tllvs.append(tllv(.hdcp, [UInt8](bigEndian: HDCPRequirement.level(level).rawValue)))
        }
        if let offline = answer.offline { tllvs.append(tllv(.offlineKey, offline.value)) }
        let list = TLLVList(tllvs).shuffled(randomness)
        var clear = list.serialized
        defer { secureErase(&clear) }
        if let r1Range = list.valueRange(of: .r1) { session.writeR1(over: &clear, at: r1Range.lowerBound) }
        let iv = randomness.bytes(16)
        let payload = try AES128CBC.encrypt(clear.span, key: session.answerKey(), iv: iv)
        return CKCContainer(iv: iv, payload: payload).serialized
    }
}
