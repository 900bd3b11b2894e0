import Foundation
import TestRandomness
import Testing

@testable import TextFormats

@Suite struct PercentEncodingTests {
    /// Encodings of RFC 3986 sections 2.1 and 2.3, and UTF-8 of section 2.5 ("A" with grave is %C3%80).
    @Test(arguments: [
        ("", ""),
        ("AZaz09-._~", "AZaz09-._~"),
        ("a b", "a%20b"),
        ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("100%", "100%25"),
        ("\"+'", "%22%2B%27"),
        ("\u{C0}", "%C3%80"),
        ("A\u{300}", "A%CC%80"),
        ("\u{1F3AC}", "%F0%9F%8E%AC"),
        ("\r\n\u{0}", "%0D%0A%00"),
    ])
    func encoded(text: String, expected: String) {
        #expect(PercentEncoding.encode(text) == expected)
    }

    @Test(arguments: [("%41%6a%6A", "Ajj"), ("a+b", "a+b"), ("%C3%80", "\u{C0}"), ("", "")])
    func decoded(text: String, expected: String) {
        #expect(PercentEncoding.decode(text.utf8) == expected)
    }

    @Test(arguments: [
        "%", "%4", "a%", "%4g", "%g4", "%%41", "%FF", "%C3", "%C0%80", "%ED%A0%80", "% 41", "%+4",
    ])
    func notDecoded(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }

    @Test(arguments: [
        ("%41%", "A%"), ("%4", "%4"), ("%4g%42", "%4gB"), ("%%41", "%A"), ("100 %", "100 %"),
        ("%2541", "%41"),
    ])
    func decodedSparingMalformed(text: String, expected: String) {
        #expect(PercentEncoding.decodeLeniently(text.utf8) == Array(expected.utf8))
    }

    @Test func decodedToBytesThatAreNoText() {
        #expect(PercentEncoding.decodeBytes("a%FF%00".utf8) == [0x61, 0xFF, 0x00])
        #expect(PercentEncoding.decodeBytes("a%F".utf8) == nil)
    }

    @Test func roundTripOfAnyText() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = generator.text(upTo: 60)
            let encoded = PercentEncoding.encode(text)
            #expect(
                PercentEncoding.decode(encoded.utf8).map { Array($0.utf8) } == Array(text.utf8),
                "seed \(seed)"
            )
            // Foundation is the independent implementation.
            #expect(
                encoded.removingPercentEncoding.map { Array($0.utf8) } == Array(text.utf8),
                "seed \(seed)"
            )
            let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%"
            #expect(encoded.allSatisfy(unreserved.contains), "seed \(seed)")
        }
    }
}
