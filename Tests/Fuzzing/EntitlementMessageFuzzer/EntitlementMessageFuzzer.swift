import EntitlementMessages
import FoundationEssentials
import WipedMemory

/// Reads messages of entitlement, token and session servers: no input may crash the process.
///
/// The first byte selects the message. A body written for a message has to read back as the same message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEntitlementMessage(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let body = Array(bytes.dropFirst())
    switch first % 9 {
    case 0:
        guard let request = try? EntitlementRequest(reading: body) else { return 0 }
        precondition((try? EntitlementRequest(reading: request.body)) == request)
    case 1:
        guard let answer = try? EntitlementAnswer(reading: body) else { return 0 }
        precondition((try? EntitlementAnswer(reading: answer.body)) == answer)
        _ = answer.refusalReason(for: EntitlementRequest(contentID: "movie-42"))
    case 2: _ = try? TokenRequest(reading: body, at: Date(timeIntervalSince1970: 0)) { $0 == "a" }
    case 3: _ = TokenURL.read(body).flatMap { TokenURL.fault(of: $0) }
    case 4: _ = TokenRefusal.code(in: body)
    case 5: _ = try? SignallingObject(reading: body)
    case 6:
        let secret = SecretBytes(copying: Array("secret".utf8))
        let text = String(decoding: body, as: UTF8.self)
        _ = try? ContentToken(reading: text, signedWith: secret)
        try? ContentClaims(readingUnverified: text).check(at: Date(timeIntervalSince1970: 0), for: "movie-42")
    case 7:
        _ = try? SessionAnswer(readingSetUp: body)
        _ = LicenseServiceError(reading: body)
    default:
        guard let answer = try? LicenseServiceAnswer(reading: body) else { return 0 }
        precondition((try? LicenseServiceAnswer(reading: answer.body)) == answer)
    }
    return 0
}
