import Ciphers
import EntitlementMessages
import FoundationEssentials
import Testing
import WipedMemory

/// Token requests (ExpressPlay, FairPlay license token request).
struct TokenRequestTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let form =
        "customerAuthenticator=a%2Fb&contentKey=000102030405060708090A0B0C0D0E0F&iv=101112131415161718191a1b1c1d1e1f"

    private static func read(_ form: String) throws(TokenRefusal) -> TokenRequest {
        try TokenRequest(reading: Array(form.utf8), at: now) { $0 == "a/b" }
    }

    @Test func `The parameters of the documentation are read`() throws {
        let request = try Self.read(
            Self.form
                + "&rentalDuration=3600&expirationTime=2023-11-20T00:00:00Z&cookie=c&kid=^%C3%BC&generalFlags=0000"
                + "&errorFormat=html&fpExtension=wudo,AAAA&unknown=1"
        )
        #expect(request.key.withSpan { $0[15] } == 15)
        #expect(request.iv.bytes == Array(16...31))
        #expect(request.rentalSeconds == 3600)
        #expect(request.expiration == Date(timeIntervalSince1970: 1_700_438_400))
        #expect(request.cookie == "c")
    }

    @Test(arguments: [
        ("+60", 60.0), ("%2B60", 60), ("%2B2592000", 2_592_000),
    ])
    func `A life in seconds begins with a plus sign`(text: String, seconds: Double) throws {
        guard text.hasPrefix("%") else {
            // In a form an unescaped plus sign is a space.
            let error = #expect(throws: TokenRefusal.self) {
                _ = try Self.read(Self.form + "&expirationTime=" + text)
            }
            #expect(error?.code == .expirationTime)
            return
        }
        let request = try Self.read(Self.form + "&expirationTime=" + text)
        #expect(request.expiration == Self.now.addingTimeInterval(seconds))
    }

    @Test(arguments: [
        ("customerAuthenticator", "", TokenRefusal.Code.noAuthenticator),
        ("customerAuthenticator", "b", .authenticator),
        ("contentKey", "", .contentKeyDigits), ("contentKey", "00", .contentKeyDigits),
        ("contentKey", "zz0102030405060708090A0B0C0D0E0F", .contentKey), ("iv", "", .iv), ("iv", "00", .iv),
        ("iv", "zz0102030405060708090A0B0C0D0E0F", .iv), ("rentalDuration", "-1", .rentalDuration),
        ("rentalDuration", "1h", .rentalDuration),
        ("rentalDuration", "99999999999999999999", .rentalDuration),
        ("expirationTime", "tomorrow", .expirationTime),
        ("expirationTime", "2023-11-14T00:00:00Z", .expirationTime),
        ("expirationTime", "2024-01-14T00:00:00Z", .expirationTime),
        ("expirationTime", "2023-11-20T24:00:00Z", .expirationTime),
        ("expirationTime", "2023-11-20T99:99:99Z", .expirationTime),
        ("expirationTime", "2023-11-20T00:60:00Z", .expirationTime),
        ("expirationTime", "2023-11-31T00:00:00Z", .expirationTime),
        ("expirationTime", "%2B2592001", .expirationTime),
        ("expirationTime", "%2B0", .expirationTime),
        ("expirationTime", "2023-11-20T00:00:00+01:00", .expirationTime),
        ("cookie", "012345678901234567890123456789012", .cookie), ("kid", "0123", .keyIDDigits),
        ("kid", "%5E", .keyIDText),
        ("ek", "00", .keyStorage), ("errorFormat", "xml", .errorFormat), ("generalFlags", "1", .generalFlags),
        ("fpExtension", "x", .fairPlayExtension), ("fpExtension", "wud,AAAA", .extensionType),
        ("fpExtension", "wudo,*", .extensionPayload), ("cookie", "%zz", .noValue),
    ])
    func `A request is refused by its public number`(name: String, value: String, code: TokenRefusal.Code) {
        let keptFields = Self.form.split(separator: "&").filter { !$0.hasPrefix(name + "=") }.joined(
            separator: "&"
        )
        let error = #expect(throws: TokenRefusal.self) { _ = try Self.read("\(keptFields)&\(name)=\(value)") }
        #expect(error?.code == code, "\(error?.description ?? "read")")
        #expect(error?.message.contains("0A0B0C0D") != true)
    }

    @Test func `What is written is read`() throws {
        let request = try TokenRequest(
            key: .random(),
            iv: InitializationVector(bytes: Array(0..<16)),
            rentalSeconds: 7,
            cookie: "a b&c=d+e"
        )
        let form = request.form(authenticator: SecretBytes(copying: Array("a/b".utf8)), lifetime: 60)
        let read = try Self.read(
            form.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
        )
        #expect(read.key == request.key)
        #expect(read.iv == request.iv)
        #expect(read.rentalSeconds == 7)
        #expect(read.cookie == "a b&c=d+e")
        #expect(read.expiration == Self.now.addingTimeInterval(60))
    }

    @Test func `A key of 32 bytes has no token`() throws {
        let error = #expect(throws: TokenRefusal.self) {
            _ = try TokenRequest(
                key: ContentKey(copying: [UInt8](repeating: 7, count: 32)),
                iv: InitializationVector(bytes: Array(0..<16))
            )
        }
        #expect(error?.code == .contentKeyDigits)
    }
}
