import Testing
import WipedMemory

@testable import LicenseMessages

/// The redacted standard error of a program.
struct TextRedactorTests {
    /// The digits of a key whose bytes are control characters, punctuation, letters, digits and others.
    private static let digits = "006d7a512021220a5c6b394f8fc2b5fe"

    private static func line(_ text: some Sequence<UInt8>, isCut: Bool = false) -> String {
        TextRedactor.redact(Array(text)[...], isCut: isCut)
    }

    @Test(arguments: [
        "", "cannot open file: Permission denied", "sh: 1: d-function: not found",
        "main.c:12:34: error: expected 'x' (errno 13)", "Zugriff verweigert: Schlüssel für R2 fehlt",
        "Error: Cannot find module './ask'", "key 1234567 not found", "warning: 3.11 of 3.12", "a b c",
        "ModuleNotFoundError: No module named 'fairplay'", "/opt/keys/d --verbose: no such option",
    ])
    func `Ordinary words stay`(text: String) {
        #expect(Self.line(text.utf8) == text)
    }

    static let masked: [(text: String, line: String)] = [
        ("12345678", "…"), ("x12345678x90ABCDEFx", "x…x…x"), ("12 34 567 8", "…"),
        ("key: 00 01 02 03 is wrong", "key: … is wrong"), ("key 00:01:02:03.", "key ….",),
        ("0x00, 0x01, 0X02, 0x03", "…"), ("{0x00010203,0x04050607}", "{…}"), ("0001-0203", "…"),
        ("[0, 1, 2, 255, 128]", "[…]"), ("is\n00\n01\r\n02\n03\nno", "is … no"),
        ("\\x00\\x01\\x02\\x03", "…"),
        ("x00 x01 x02 x03", "…"), ("00_01_02_03", "…"), ("00—01—02—03", "…"), ("m z 8 Q", "…"),
        // The text column of a hexadecimal dump.
        ("0001 0203  ..zQk\nend", "… end"), ("0001 0203\t|zQk|\nend", "… end"), ("0001 0203 zQk", "… zQk"),
        ("b'zQ\\x8fk9'", "…"), ("zQ%8Fk9", "…"), ("zQ\u{1}k9", "…"), ("zQ\u{9F}k9", "…"),
        ("a\n\tb\u{7F}\u{1B}[1m", "…"), ("AAECAwQFBgcICQoLDA0ODw==", "…=="),
        ("key=AAEC-wQFBgcICQoL_A0ODw, R2", "key=…, R2"),
        ("cannot read the file behind a long path: \u{0} and what follows is of no key", "cannot re…"),
    ]

    @Test(arguments: masked)
    func `What might be a key goes`(text: String, line: String) {
        #expect(Self.line(text.utf8) == line)
    }

    @Test func `Bytes that are no UTF-8 go with those around them`() {
        let (before, behind) = (String(repeating: "y", count: 40), String(repeating: "z", count: 40))
        let line = Self.line(Array(before.utf8) + [0xFF] + Array(behind.utf8))
        #expect(line == String(repeating: "y", count: 8) + "…" + String(repeating: "z", count: 9))
    }

    @Test(arguments: [
        ("key 1234", "key …"), ("key 1234 ", "key …"), ("key AAECAwQF", "key …"), ("no key\n", "no key"),
        ("", ""),
    ])
    func `The last word of a text that is cut goes`(text: String, line: String) {
        #expect(Self.line(text.utf8, isCut: true) == line)
    }

    @Test(arguments: [
        "xxd -p", "cat", "xxd", "xxd -c 4", "xxd -i", "od", "od -c", "od -An -c", "od -An -tx1",
        "od -An -tu1",
        "od -An -td1", "od -An -b", "od -Ax -tx1z", "od -An -w1 -tx1", "base64", "od -An -tx8",
        "od -An -tx1 | tr -s ' ' ':'", "od -An -v -tx1 | sed 's/ /\\\\\\\\x/g'",
    ])
    func `No program shows the key`(dump: String) throws {
        let secret = try ApplicationSecretKey(reading: SecretBytes(copying: Array(Self.digits.utf8)))
        let function = CommandDeviceKeyFunction(
            command: "read -r r2; read -r ask; printf %s \"$ask\" | xxd -r -p | { \(dump); } >&2; exit 1"
        )
        let error = #expect(throws: DeviceKeyError.self) {
            try function.deviceKey(r2: LicenseVectors.r2, applicationSecret: secret)
        }
        guard case .command("it ended with status 1", let errors)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(errors.contains("…") && errors.allSatisfy { "…, -:=\\".contains($0) }, "\(errors)")
    }

    @Test func `A long text is cut to 500 bytes`() {
        let text = String(repeating: "ü", count: 400)
        #expect(Self.line(text.utf8) == String(repeating: "ü", count: 248) + "…")
        let longestText = String(repeating: "z", count: 500)
        #expect(Self.line(longestText.utf8) == longestText)
    }
}
