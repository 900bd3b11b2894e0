import Ciphers
import Foundation
import Testing
import TextFormats
import WipedMemory

@testable import LicenseMessages

/// The device key function D as a stand-in and as a command.
struct DeviceKeyFunctionTests {
    private static let digits = "000102030405060708090a0b0c0d0e0f"
    private let secret: ApplicationSecretKey

    init() throws {
        secret = try ApplicationSecretKey(reading: SecretBytes(copying: LicenseVectors.applicationSecret))
    }

    private func run(_ command: String, limit: Duration = .seconds(60)) throws -> String {
        try CommandDeviceKeyFunction(command: command, timeout: limit)
            .deviceKey(r2: LicenseVectors.r2, applicationSecret: secret)
            .withSpan { Hexadecimal.encode($0) }
    }

    @Test func `Who is a stand-in says so`() {
        #expect(StandInDeviceKeyFunction().isStandIn)
        #expect(!CommandDeviceKeyFunction(command: "true").isStandIn)
    }

    @Test(arguments: [
        "echo \(digits)", "printf %s \(digits)", "printf '%s\\r\\n' \(digits)",
        "printf '\(String((0..<16).map { "\\" + "000\(String($0, radix: 8))".suffix(3) }.joined()))'",
        "cat >/dev/null; echo \(digits)", "sleep 0.1; echo \(digits)",
        "head -c 100000 /dev/zero >&2; echo \(digits)",
    ])
    func `All forms of a key are read`(command: String) throws {
        #expect(try run(command) == Self.digits)
    }

    /// The command uses SHA-256 and AES of the `openssl` program.
    @Test func `A command gets R2 and the application secret key, and may do what the stand-in does`() throws
    {
        let command = """
            read -r r2; read -r ask; test -z "$(cat)" || exit 9; test ${#r2} = 42 || exit 8
            printf %s "$r2" | xxd -r -p | openssl dgst -sha256 -binary | head -c 16 | openssl enc -aes-128-ecb -nopad -K "$ask"
            """
        #expect(try run(command) == LicenseVectors.deviceKey)
    }

    /// The quotation marks keep the search patterns from matching the command itself.
    @Test func `Neither is in its arguments or its environment`() throws {
        let command = """
            if cat /proc/$$/cmdline /proc/$$/environ | tr '\\0' '\\n' | grep -i -e '4041''4243' -e '0001''0203'; then exit 5; fi
            exit 6
            """
        #expect(throws: DeviceKeyError.command(reason: "it ended with status 6", errors: "")) {
            try run(command)
        }
    }

    @Test(arguments: [
        ("true", "printed 0 bytes"), ("echo secret", "printed 7 bytes"), ("exit 3", "status 3"),
        ("kill -9 $$", "signal 9"), ("no-such-program 2>/dev/null", "status 127"),
        ("head -c 129 /dev/zero", "more than 128 bytes"), ("cat /dev/zero", "more than 128 bytes"),
        ("echo \(digits)00", "printed 35 bytes"), ("head -c 17 /dev/zero", "printed 17 bytes"),
        ("echo \(digits); exit 1", "status 1"),
    ])
    func `What is no key is refused and not shown`(command: String, reason: String) throws {
        let error = #expect(throws: DeviceKeyError.self) { try run(command) }
        guard case .command(let text, let errors)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains(reason))
        #expect(!text.contains("secret") && !text.contains("0001"))
        #expect(errors.isEmpty)
    }

    @Test func `What it says is told without what might be a key`() throws {
        let error = #expect(throws: DeviceKeyError.self) {
            try run("read -r r2; read -r ask; echo \"no key for $r2, 1234567 and $ask\" >&2; exit 2")
        }
        #expect(
            error
                == .command(
                    reason: "it ended with status 2",
                    errors: "no key for … and …"
                )
        )
    }

    @Test(arguments: ["sleep 600", "sleep 600 &", "echo \(digits); exec >&- 2>&-; sleep 600"])
    func `A command that hangs is ended`(command: String) {
        let start = ContinuousClock.now
        let error = #expect(throws: DeviceKeyError.self) { try run(command, limit: .milliseconds(500)) }
        guard case .command(let reason, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("took longer"))
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test(arguments: [0, 20, 22])
    func `R2 of another size is refused`(count: Int) {
        let r2 = [UInt8](repeating: 0, count: count)
        for function in [StandInDeviceKeyFunction(), CommandDeviceKeyFunction(command: "true")]
            as [any DeviceKeyFunction]
        {
            #expect(throws: DeviceKeyError.malformedR2(bytes: count)) {
                try function.deviceKey(r2: r2, applicationSecret: secret)
            }
        }
    }
}
