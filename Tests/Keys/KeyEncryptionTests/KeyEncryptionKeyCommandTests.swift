import Failures
import Foundation
import KeyStoreFixtures
import Testing

@testable import KeyEncryption

/// Commands that print a key-encryption key.
struct KeyEncryptionKeyCommandTests {
    private static let digits = KeyEncryptionKeyTests.digits

    @Test(arguments: [
        "echo \(digits)", "printf %s \(digits)", "printf '%s\\r\\n' \(digits)",
        "printf '\(String((0..<32).map { "\\" + "000\(String($0, radix: 8))".suffix(3) }.joined()))'",
        "sleep 0.1; echo \(digits)", "cat; echo \(digits)",
    ])
    func `All forms of a key are read`(command: String) throws {
        let key = try KeyEncryptionKey.load(command: command)
        #expect(key.fingerprint == (try KeyEncryptionKey(hexadecimal: Self.digits).fingerprint))
    }

    @Test(arguments: [
        ("true", "printed 0 bytes", false), ("echo secret", "printed 7 bytes", false),
        ("exit 3", "status 3", false), ("exit 75", "status 75", true), ("kill -9 $$", "signal 9", false),
        ("echo \(digits); exit 75", "status 75", true), ("no-such-program 2>/dev/null", "status 127", false),
        ("head -c 129 /dev/zero", "more than 128 bytes", false),
        ("cat /dev/zero", "more than 128 bytes", false),
        ("echo \(digits); echo \(digits)", "more than 128 bytes", false),
        ("echo \(digits)00", "printed 67 bytes", false),
    ])
    func `What is no key is refused and not shown`(command: String, reason: String, isTransient: Bool) throws
    {
        let error = #expect(throws: RunFailure.self) { try KeyEncryptionKey.load(command: command) }
        let text = try #require(error?.found)
        #expect(error == .keyEncryptionKeyCommand(reason: text, isTransient: isTransient))
        #expect(text.contains(reason))
        #expect(!text.contains("secret") && !text.contains("0001"))
        #expect(error?.failureClass == (isTransient ? .unavailable : .permission))
    }

    /// A surviving grandchild would keep the pipe open.
    @Test(arguments: ["sleep 600", "sleep 600 & wait", "echo \(digits); exec >&-; sleep 600", "sleep 600 &"])
    func `A command that hangs is ended, and what it started too`(command: String) throws {
        let fixture = try StoreFixture()
        let file = fixture.directory + "/group"
        let start = ContinuousClock.now
        let error = #expect(throws: RunFailure.self) {
            try KeyEncryptionKey.load(command: "echo $$ > '\(file)'; \(command)", timeout: .milliseconds(700))
        }
        #expect(error?.failureClass == .unavailable)
        #expect(ContinuousClock.now - start < .seconds(60))
        let group = try #require(Int32(String(contentsOfFile: file, encoding: .utf8).dropLast()))
        // A killed process exists until its parent has waited for it.
        for _ in 0..<200 where kill(-group, 0) == 0 && !Self.isDead(group) { usleep(10_000) }
        #expect(kill(-group, 0) != 0 || Self.isDead(group))
    }

    /// Returns true if all processes left in a group are zombies whose parent does not wait for them.
    private static func isDead(_ group: Int32) -> Bool {
        let states = try? Command.run("ps", ["-eo", "pgid=,stat="])
        return states?.split(separator: "\n").allSatisfy { line in
            let fields = line.split(separator: " ")
            return fields.first != "\(group)" || fields.last?.hasPrefix("Z") == true
        } ?? false
    }
}
