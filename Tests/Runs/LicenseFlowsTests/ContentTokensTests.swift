import Foundation
import Testing

@testable import LicenseFlows

/// Content tokens from a file, one a line.
struct ContentTokensTests {
    private static func token(_ number: Int, for titles: String...) -> String {
        let rights = titles.map { #"{"contentId":"\#($0)"}"# }.joined(separator: ",")
        let claims = #"{"typ":"ContentAuthZ","jti":"\#(number)","contentRights":[\#(rights)]}"#
        return "e30." + Data(claims.utf8).base64EncodedString().filter { $0 != "=" } + ".AAAA"
    }

    @Test func `Tokens go to the titles that they name, each once, and then the last one again`() {
        let (first, second, both) = (
            Self.token(1, for: "a"), Self.token(2, for: "b"), Self.token(3, for: "a", "b")
        )
        let tokens = ContentTokens([first, second, both, "opaque"])
        let found = ["b", "a", "a", "b", "b", "a"].map { tokens.next(for: $0) }
        #expect(found == [second, first, both, "opaque", "opaque", "opaque"])
    }

    @Test func `Where no token is for a title, one of another is given, of which the check tells`() {
        let token = Self.token(1, for: "a")
        #expect(ContentTokens([token]).next(for: "c") == token)
        #expect(ContentTokens([]).next(for: "c") == nil)
    }
}
