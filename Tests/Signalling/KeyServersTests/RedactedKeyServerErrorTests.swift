import Testing
import WipedMemory

@testable import KeyServers

struct RedactedKeyServerErrorTests {
    private let text = RedactedKeyServerError(kids: [IDs.first], secrets: ["Bearer hunter2", "ab"])

    @Test(arguments: [
        ("Missing CPIX@contentId\n", "Missing CPIX@contentId"),
        (
            "Missing ContentKey@commonEncryptionScheme for KID 11111111-1111-4111-8111-111111111111.",
            "Missing ContentKey@commonEncryptionScheme for KID 11111111-1111-4111-8111-111111111111."
        ),
        ("unknown key 33333333-3333-4333-8333-333333333333", "unknown key ..."),
        ("key 000102030405060708090a0b0c0d0e0f is not yours", "key ... is not yours"),
        ("key AAECAwQFBgcICQoLDA0ODw== is not yours", "key ... is not yours"),
        ("token=abc is no good", "... is no good"),
        ("about it", "about it"),
    ])
    func showsHarmlessWords(_ body: String, _ shown: String) {
        #expect(text.redactedText(SecretBytes(copying: Array(body.utf8))) == shown)
    }

    @Test(arguments: [
        "", " \n", "<html>no</html>", "we do not know Bearer hunter2", "caf\u{E9}", "a\u{0}b",
        String(repeating: "no ", count: 101),
    ])
    func showsNothingElse(_ body: String) {
        #expect(text.redactedText(SecretBytes(copying: Array(body.utf8))) == nil)
    }
}
