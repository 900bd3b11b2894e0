import Ciphers
import KeyStore
import Testing

@testable import Presentations

/// How long the keys of each method are (RFC 8216bis 4.4.4.4).
struct MethodKeyLengthTests {
    static let lengths: [ProtectionMethod: Int] = [
        .aes128: 16, .sampleAES: 16, .sampleAESCTR: 16, .aes256GCM: 32,
    ]

    @Test(arguments: ProtectionMethod.allCases)
    func `A method has keys of one length, by its name too`(method: ProtectionMethod) {
        #expect(method.keyLength.byteCount == Self.lengths[method])
        #expect(ContentKey.Length(ofMethod: method.rawValue) == method.keyLength)
    }
}
