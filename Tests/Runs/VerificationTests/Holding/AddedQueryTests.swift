import Testing

@testable import Verification

/// Queries with more parameters than those of the source.
struct AddedQueryTests {
    @Test(arguments: [
        ("a.ts?t=1", "a.ts"), ("a.ts?t=1#f", "a.ts#f"), ("a.ts?x&t=1", "a.ts?x"), ("a.ts?t=1&x", "a.ts?x"),
        ("a.ts?x&t=1&y", "a.ts?x&y"), ("a.ts?t=1", "a.ts?"), ("a.ts", "a.ts"),
    ])
    func takesParametersAway(_ uri: String, _ clear: String) {
        #expect(AddedQuery.removed(from: uri, asIn: clear) == clear)
    }

    @Test(arguments: [
        ("b.ts?t=1", "a.ts"), ("a.ts?t=1#f", "a.ts"), ("a.ts#?t=1", "a.ts"), ("a.ts?y&x", "a.ts?x&y"),
        ("a.ts", "a.ts?x"), ("a.ts?x=2", "a.ts?x=1"), ("a.tst=1", "a.ts"),
    ])
    func keepsOtherURIs(_ uri: String, _ clear: String) {
        #expect(AddedQuery.removed(from: uri, asIn: clear) == uri)
    }
}
