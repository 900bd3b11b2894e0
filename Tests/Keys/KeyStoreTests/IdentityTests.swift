import Failures
import KeyStore
import KeyStoreFixtures
import Testing

/// Valid and invalid content ids, tracks, periods and generations.
struct IdentityTests {
    @Test(arguments: [
        "m", "movie-42", "Ünïcödé/日本語 & \"quotes\"", String(repeating: "x", count: 200), "urn:x:1", " ", "🎬",
    ])
    func `Valid content ids are kept as they are`(text: String) throws {
        #expect(try ContentID(text).value == text)
    }

    @Test(arguments: [
        "", String(repeating: "x", count: 201), String(repeating: "é", count: 101), "a\nb", "a\0", "\u{7F}",
        "\u{85}",
    ])
    func `Other content ids are refused`(text: String) {
        let error = #expect(throws: RunFailure.self) { try ContentID(text) }
        #expect(error?.failureClass == .malformed)
    }

    @Test(arguments: [
        ("", 0, 1), ("a\tb", 0, 1), (String(repeating: "x", count: 513), 0, 1), ("all", -1, 1), ("all", 0, 0),
    ])
    func `Other identities are refused`(track: String, period: Int, generation: Int) {
        #expect(throws: RunFailure.self) {
            try KeyIdentity("movie", track, period: period, generation: generation)
        }
    }

    @Test func `Identities are told apart by their bytes`() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        #expect(composed == decomposed)
        #expect(try ContentID(composed) != ContentID(decomposed))
        #expect(try KeyIdentity("m", composed) != KeyIdentity("m", decomposed))
        #expect(try Set([ContentID(composed), ContentID(decomposed)]).count == 2)
    }

    @Test func `Identities are ordered by content id, track, period and generation`() throws {
        let ordered = [
            try KeyIdentity("a", "z", period: 9, generation: 9), try KeyIdentity("b", "a", period: 1),
            try KeyIdentity("b", "b"), try KeyIdentity("b", "b", generation: 2),
            try KeyIdentity("b", "b", period: 1),
        ]
        #expect(ordered.shuffled().sorted() == ordered)
    }
}
