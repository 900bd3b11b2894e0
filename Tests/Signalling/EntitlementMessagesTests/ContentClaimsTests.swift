import EntitlementMessages
import FoundationEssentials
import Testing
import WipedMemory

/// Claims of content tokens by other issuers, and signatures of the stand-in's tokens.
struct ContentClaimsTests {
    /// The key of RFC 7515 appendix A.1.1, in base64.
    private static let secret =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ+EstJQLr/T+1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow=="

    /// Returns a token with an arbitrary signature.
    private static func token(_ claims: String) -> String {
        let payload = Data(claims.utf8).base64EncodedString().filter { $0 != "=" }
            .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        return "eyJhbGciOiJIUzI1NiJ9." + String(payload) + ".AAAA"
    }

    @Test func `Claims are read, and what is not there is none`() throws {
        let claims = try ContentClaims(
            readingUnverified: Self.token(
                #"{"typ":"ContentAuthZ","exp":1700000000.5,"nbf":1600000000,"jti":"a","contentRights":[{"contentId":"m"},{"contentId":"n","x":1}]}"#
            )
        )
        #expect(claims.contentIDs == ["m", "n"])
        #expect(claims.end == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(claims.start == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(claims.id == "a")
        let least = try ContentClaims(readingUnverified: Self.token(#"{"typ":"ContentAuthZ"}"#))
        #expect(least.contentIDs.isEmpty && least.start == nil && least.end == nil && least.id == nil)
        let another = try ContentClaims(
            readingUnverified: Self.token(
                #"{"typ":"ContentAuthZ","contentRights":[{"contentId":"m"},{"package":"all"}]}"#
            )
        )
        #expect(another.contentIDs.isEmpty)
    }

    /// A claim that is not understood does not affect the others.
    @Test func `A claim of another type counts as not there`() throws {
        let claims = try ContentClaims(
            readingUnverified: Self.token(
                #"{"typ":"ContentAuthZ","exp":1000,"nbf":"soon","jti":5,"contentRights":[{"contentId":5}]}"#
            )
        )
        #expect(claims.end == Date(timeIntervalSince1970: 1000) && claims.start == nil && claims.id == nil)
        #expect(claims.contentIDs.isEmpty)
    }

    @Test func `Of many titles, and of long ones, a part is shown`() throws {
        let titles = (0..<5000).map { #"{"contentId":"\#($0)-\#(String(repeating: "x", count: 300))"}"# }
        let claims = try ContentClaims(
            readingUnverified: Self.token(
                #"{"typ":"ContentAuthZ","contentRights":[\#(titles.joined(separator: ","))]}"#
            )
        )
        let error = #expect(throws: LicenseServiceError.self) { try claims.check(at: Date(), for: "m") }
        let message = error?.message ?? ""
        #expect(message.contains("0-x") && message.contains("5000 titles") && message.utf8.count < 400)
    }

    @Test(arguments: [
        ("", LicenseServiceError.Code.format), ("a.b", .format), ("a.b.c.d", .format), ("a+.b.c", .format),
        (token("[]"), .tokenVersion), (token("{}"), .tokenVersion),
        (token(#"{"typ":"DeviceAuthN"}"#), .tokenVersion),
        (token(#"{"typ":5}"#), .tokenVersion), (token(#"{"exp":1}"#), .tokenVersion),
    ])
    func `What is no token is refused`(text: String, code: LicenseServiceError.Code) {
        let error = #expect(throws: LicenseServiceError.self) {
            _ = try ContentClaims(readingUnverified: text)
        }
        #expect(error?.code == code)
    }

    /// Claims checked at 1,000 s.
    @Test(arguments: [
        (#""exp":1001"#, LicenseServiceError.Code?.none), (#""exp":1000"#, .expired),
        (#""exp":999.5"#, .expired), (#""nbf":1000"#, nil), (#""nbf":1001"#, .expired),
        (#""contentRights":[]"#, nil), (#""contentRights":[{"contentId":"m"}]"#, nil),
        (#""contentRights":[{"contentId":"n"},{"contentId":"m"}]"#, nil),
        (#""contentRights":[{"contentId":"n"}]"#, .notGranted),
        (#""contentRights":[{"contentId":"M"}]"#, .notGranted),
    ])
    func `A token counts for its time and its titles`(claim: String, code: LicenseServiceError.Code?) throws {
        let claims = try ContentClaims(readingUnverified: Self.token(#"{"typ":"ContentAuthZ",\#(claim)}"#))
        var found: LicenseServiceError.Code?
        do throws(LicenseServiceError) {
            try claims.check(at: Date(timeIntervalSince1970: 1000), for: "m")
        } catch {
            found = error.code
        }
        #expect(found == code)
    }

    /// The example of RFC 7515 appendix A.1 has the right signature and claims of another kind.
    ///
    /// With one bit changed the signature is wrong; with another algorithm or a name in `crit` it is not
    /// checked.
    @Test(arguments: [
        ("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9", "dBjft", LicenseServiceError.Code.tokenVersion),
        ("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9", "dBjfs", .signature),
        ("eyJhbGciOiJub25lIn0", "dBjft", .format),
        ("eyJhbGciOiJIUzI1NiIsImNyaXQiOlsiZXhwIl19", "dBjft", .format),
        ("e30", "dBjft", .format),
    ])
    func `Only tokens of HS256 are read`(header: String, signature: String, code: LicenseServiceError.Code)
        throws
    {
        let text =
            header
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
            + signature + "JeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let key = try #require(Data(base64Encoded: Self.secret))
        let error = #expect(throws: LicenseServiceError.self) {
            _ = try ContentToken(reading: text, signedWith: SecretBytes(copying: Array(key)))
        }
        #expect(error?.code == code)
    }
}
