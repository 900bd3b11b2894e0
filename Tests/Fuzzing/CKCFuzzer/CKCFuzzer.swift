import Ciphers
import LicenseMessages
import ProtectionTerms
import Synchronization

/// Reads answers (CKC) to one request: no input may crash the process.
///
/// If bit 0 of the first byte is set, the rest is TLLVs, which are encrypted with the answer's key; otherwise
/// it is a whole message. If bit 1 is set, the values that a client checks first precede the TLLVs. An answer
/// without the request's R1 has to be refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCKC(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let request = FuzzedRequest.request
    guard first & 1 == 1 else {
        // Only a collision of AES could give one of these messages the random R1.
        precondition((try? request.decrypt(ckc: rest)) == nil)
        return 0
    }
    let checked = first & 2 == 2 ? FuzzedRequest.returned : []
    let clear = checked + rest
    let iv = [UInt8](repeating: 0, count: 16)
    guard let key = try? request.session.answerKey(),
        let payload = try? AES128CBC.encrypt(clear.span, key: key, iv: iv)
    else { return 0 }
    if let license = try? request.decrypt(ckc: CKCContainer(iv: iv, payload: payload).serialized) {
        precondition(first & 2 == 2)
        precondition(license.key.length == .bits128)
    }
    return 0
}

/// The request that the answers are for, the same in each run.
private enum FuzzedRequest {
    private static let generator = Mutex<UInt64>(1)

    static let request: LicenseRequest = {
        // The constants of Knuth's MMIX generator.
        let randomness = MessageRandomness { count in
            generator.withLock { state in
                (0..<count).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 56)
                }
            }
        }
        guard let identity = try? EphemeralIdentity(size: .bits1024, commonName: "fuzzed"),
            let certificate = try? LicenseCertificate(der: identity.certificateDER),
            let request = try? LicenseRequest(
                assetID: Array("asset".utf8),
                certificate: certificate,
                applicationSecret: .random(),
                function: StandInDeviceKeyFunction(),
                playbackState: MediaPlaybackState(creationDate: 0, state: .halted, sessionID: 0),
                randomness: randomness
            )
        else { fatalError("The request is not made") }
        return request
    }()

    /// R1, asset id and transaction id, as an answer returns them.
    static let returned: [UInt8] = {
        var r1 = [UInt8](repeating: 0, count: ClientSession.r1ByteCount)
        request.session.writeR1(over: &r1, at: 0)
        return TLLVList(request.tllvsToReturn + [TLLV(.r1, r1, extraBlocks: 0)]).serialized
    }()
}
