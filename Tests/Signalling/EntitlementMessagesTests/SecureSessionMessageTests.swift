import EntitlementMessages
import FoundationEssentials
import Testing
import WipedMemory

/// Messages of NAGRA's license server and session manager.
struct SecureSessionMessageTests {
    private static let secret = Array("0123456789abcdef0123456789abcdef".utf8)

    private static func base64URL(_ text: String) -> String {
        String(
            Data(text.utf8).base64EncodedString().filter { $0 != "=" }
                .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        )
    }

    @Test func `A content token is written and read`() throws {
        let token = ContentToken(
            contentID: "movie-42/ü",
            expiration: Date(timeIntervalSince1970: 1_700_000_000.9)
        )
        let text = token.signed(with: SecretBytes(copying: Self.secret))
        #expect(text.split(separator: ".").count == 3)
        #expect(text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 != UInt8(ascii: "=") && $0 > 0x2C })
        let read = try ContentToken(reading: text, signedWith: SecretBytes(copying: Self.secret))
        #expect(read == token)
        #expect(read.expiration == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test func `A changed token is refused`() {
        let token = ContentToken(contentID: "movie-42", expiration: Date())
        let text = token.signed(with: SecretBytes(copying: Self.secret))
        for index in text.indices where text[index] != "." {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            // The last digit of base64url has unused bits.
            guard changed.dropLast() != text.dropLast() else { continue }
            #expect(throws: LicenseServiceError.self) {
                _ = try ContentToken(reading: changed, signedWith: SecretBytes(copying: Self.secret))
            }
        }
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "a=.b.c", "\u{e9}.b.c"])
    func `A text that is no token is refused`(text: String) {
        #expect(throws: LicenseServiceError.self) {
            _ = try ContentToken(reading: text, signedWith: SecretBytes(copying: Self.secret))
        }
    }

    /// The example in NAGRA's documentation has the members in this order, with white space.
    @Test func `A signalling object is read`() throws {
        let json = """
            { "ContentId": "movie-42", "KeyId": "01234567-89ab-4cde-8f01-23456789abcd", "IV": "AAECAwQFBgcICQoLDA0ODw==" }
            """
        let digits = Self.base64URL(json)
        let object = try SignallingObject(reading: Array(digits.utf8))
        #expect(object.contentID == "movie-42")
        #expect(object.keyID.uuidString == "01234567-89AB-4CDE-8F01-23456789ABCD")
        #expect(object.iv == Array(0..<16))
    }

    @Test(arguments: [
        ("{}", "ContentId is missing"), (#"{"ContentId":""}"#, "ContentId is empty"),
        (#"{"ContentId":"m","KeyId":"1"}"#, "KeyId is not a UUID"),
        (
            #"{"ContentId":"m","KeyId":"01234567-89ab-4cde-8f01-23456789abcd","IV":"AAAA"}"#,
            "IV is not 16 bytes"
        ),
        ("[1]", "not a JSON object"), ("\u{FEFF}{}", "byte order mark"),
        (
            #"{"ContentId":"m","KeyId":"01234567-89ab-4cde-8f01-23456789abcd","IV":"AAECAwQFBgcICQoLDA0ODw==","IV" :"AAAA"}"#,
            "IV appears more than once"
        ),
        (#"{"ContentId":"m","ContentId":"n"}"#, "ContentId appears more than once"),
        (#"{"ContentId":"m","\u0043ontentId":"n"}"#, "ContentId appears more than once"),
        (#"{"ContentId":"m","x":{"ContentId":"n","IV":[{"IV":"\"}"}]},"IV":"\"IV\":"}"#, "KeyId is missing"),
    ])
    func `A signalling object that is none is refused`(json: String, reason: String) {
        let digits = Self.base64URL(json)
        let error = #expect(throws: EntitlementMessageError.self) {
            _ = try SignallingObject(reading: Array(digits.utf8))
        }
        #expect(error?.description.contains(reason) == true)
    }

    /// For two values base64url and base64 have different digits (RFC 4648 section 5).
    @Test func `A signalling object in standard base64 is refused`() throws {
        let json =
            #"{"ContentId":"?????>>>>>","KeyId":"01234567-89ab-4cde-8f01-23456789abcd","IV":"AAECAwQFBgcICQoLDA0ODw=="}"#
        let standard = Data(json.utf8).base64EncodedString()
        try #require(standard.contains("+") && standard.contains("/"))
        #expect(try SignallingObject(reading: Array(Self.base64URL(json).utf8)).contentID == "?????>>>>>")
        let error = #expect(throws: EntitlementMessageError.self) {
            _ = try SignallingObject(reading: Array(standard.utf8))
        }
        #expect(error?.description.contains("it is not base64url") == true)
    }

    @Test(arguments: [
        (#"{"sessionToken":"a","heartbeat":1}"#, nil),
        (#"{"sessionToken":"a","heartbeat":0}"#, "heartbeat is 0"),
        (#"{"sessionToken":"a","heartbeat":-5}"#, "heartbeat is -5"),
        (#"{"sessionToken":"a","heartbeat":"5"}"#, "not a whole number"),
        (#"{"sessionToken":"","heartbeat":1}"#, "empty"), (#"{"heartbeat":1}"#, "sessionToken is missing"),
        ("", "not a JSON object"),
    ])
    func `A set-up has a token and an interval`(body: String, reason: String?) {
        guard let reason else {
            #expect((try? SessionAnswer(readingSetUp: Array(body.utf8)))?.heartbeat == 1)
            return
        }
        let error = #expect(throws: EntitlementMessageError.self) {
            _ = try SessionAnswer(readingSetUp: Array(body.utf8))
        }
        #expect(error?.description.contains(reason) == true)
    }

    @Test func `A license answer is written and read`() throws {
        for token in [nil, "session"] {
            let answer = LicenseServiceAnswer(ckc: Array(0...255), sessionToken: token)
            #expect(try LicenseServiceAnswer(reading: answer.body) == answer)
        }
        #expect(throws: EntitlementMessageError.self) {
            _ = try LicenseServiceAnswer(reading: Array(#"{"CkcMessage":"?"}"#.utf8))
        }
    }

    @Test func `An error number is read as number or digits`() {
        #expect(
            LicenseServiceError(reading: Array(#"{"errorCode":1007,"message":"too many"}"#.utf8))?.code
                == .tooManySessions
        )
        #expect(LicenseServiceError(reading: Array(#"{"errorCode":"4006"}"#.utf8))?.code == .alreadyPlayed)
        #expect(LicenseServiceError(reading: Array(#"{"error":1}"#.utf8)) == nil)
    }
}
