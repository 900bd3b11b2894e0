import Ciphers
import LicenseMessages
import ProtectionTerms
import Synchronization

/// Answers of strangers to one request: no input ends the process, and none that lacks the request's R1 is accepted.
///
/// The first byte says whether the rest is a message, or TLLVs under the answer's key; with its second bit set, what a client checks
/// first goes before them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCKC(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Array(bytes.dropFirst())
    let request = FuzzedRequest.request
    guard first & 1 == 1 else {
        // It would take a collision of AES for one of these to have the random R1.
        precondition((try? request.open(ckc: rest)) == nil)
        return 0
    }
    let checked = first & 2 == 2 ? FuzzedRequest.returned : []
    let clear = checked + rest
    let iv = [UInt8](repeating: 0, count: 16)
    guard let key = try? request.session.answerKey(),
        let payload = try? AES128CBC.encrypt(clear.span, key: key, iv: iv)
    else { return 0 }
    if let license = try? request.open(ckc: CKCContainer(iv: iv, payload: payload).serialized) {
        precondition(first & 2 == 2)
        precondition(license.key.length == .bits128)
    }
    return 0
}

/// The request that is answered, the same in each run.
private enum FuzzedRequest {
    private static let generator = Mutex<UInt64>(1)

    static let request: LicenseRequest = {
        // Knuth's constants of MMIX.
        let randomness = MessageRandomness { count in
            generator.withLock { state in
                (0..<count).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 56)
                }
            }
        }
        guard let identity = try? ThrowAwayIdentity(size: .bits1024, commonName: "fuzzed"),
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

    /// R1, asset id and transaction id, as an answer has them.
    static let returned: [UInt8] = {
        var r1 = [UInt8](repeating: 0, count: ClientSession.r1ByteCount)
        request.session.writeR1(over: &r1, at: 0)
        return TLLVList(request.returned + [TLLV(.r1, r1, extraBlocks: 0)]).serialized
    }()
}
