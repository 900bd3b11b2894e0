import Failures
import Testing

/// Long messages are cut, short ones are not.
struct MessageTextTests {
    private static let location = "catalogue.csv:2: "
    private static let fix = ", expected another). Correct it."

    @Test(arguments: [0, 1, 4095, 4096])
    func `What is short enough stays`(length: Int) {
        let text = String(repeating: "x", count: length)
        #expect(text.truncatedForMessage == text)
    }

    @Test(arguments: ["x", "é", "€", "😀", "👩‍👩‍👧‍👦", "e\u{301}", "\u{1}", "\r\n"])
    func `The middle is cut out between characters, and the message says how much`(character: String) throws {
        let value = String(repeating: character, count: 1_000_000 / character.utf8.count)
        let message = Self.location + value + Self.fix
        let cut = message.truncatedForMessage
        #expect(cut.utf8.count <= 4096)
        #expect(cut.utf8.count > 3900)
        let parts = try #require(cut.wholeMatch(of: /(?s)(.*) … \((\d+) bytes are cut out here\) … (.*)/))
        let (_, head, count, tail) = parts.output
        #expect(head.hasPrefix(Self.location))
        #expect(tail.hasSuffix(Self.fix))
        #expect(Int(count) == message.utf8.count - head.utf8.count - tail.utf8.count)
        #expect(head.dropFirst(Self.location.count).allSatisfy { String($0) == character })
        #expect(tail.dropLast(Self.fix.count).allSatisfy { String($0) == character })
    }

    @Test func `A character of a million bytes is cut out as a whole`() {
        let message = Self.location + "e" + String(repeating: "\u{301}", count: 500_000) + Self.fix
        let cut = message.truncatedForMessage
        #expect(cut.utf8.count <= 4096)
        #expect(cut == Self.location + " … (1000001 bytes are cut out here) … " + Self.fix)
    }
}
