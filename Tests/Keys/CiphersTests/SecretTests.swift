import Testing
import TextFormats
import WipedMemory

@testable import Ciphers

/// A holder of keys, declared outside of any test.
///
/// The name of a local type includes addresses, whose digits could match those of the key.
struct KeyHolder {
    let key: ContentKey
    let list: [ContentKey]
}

/// Types that hold key bytes do not print them, and compare all of them.
struct SecretTests {
    static let secret: [UInt8] = (0..<16).map { 0xA0 + $0 }

    @Test func `No way of printing a content key shows a byte`() throws {
        let key = try ContentKey(copying: Self.secret)
        let holder = KeyHolder(key: key, list: [key])
        var dumped = ""
        dump(key, to: &dumped)
        dump(holder, to: &dumped)
        let texts = [
            String(describing: key), String(reflecting: key), "\(key)", "\(holder)",
            String(reflecting: holder), dumped,
        ]
        for text in texts {
            #expect(text.contains("<redacted>"))
            for shown in ["a0a1", "a0, ", "160", "SecretBytes", "UnsafeMutable"] {
                #expect(!text.lowercased().contains(shown.lowercased()))
            }
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test(arguments: [0, 15, 17, 24, 31, 33])
    func `A content key of another size is refused`(count: Int) {
        #expect(throws: CipherError.wrongLength(of: "content key", actual: count, expected: 16)) {
            _ = try ContentKey(copying: [UInt8](repeating: 1, count: count))
        }
    }

    @Test func `Equality looks at every byte`() throws {
        let key = try ContentKey(copying: Self.secret)
        #expect(try key == ContentKey(copying: Self.secret))
        for index in Self.secret.indices {
            var changed = Self.secret
            changed[index] ^= 1
            #expect(try key != ContentKey(copying: changed))
        }
        let short = SecretBytes(copying: [1])
        let same = short.isEqual(to: SecretBytes(copying: [1, 2]))
        #expect(!same)
        let empty = SecretBytes(copying: []).isEqual(to: SecretBytes(copying: []))
        #expect(empty)
    }

    @Test func `Random keys differ`() {
        let keys = (0..<100).map { _ in ContentKey.random().withSpan { Hexadecimal.encode($0) } }
        #expect(Set(keys).count == 100)
    }
}
