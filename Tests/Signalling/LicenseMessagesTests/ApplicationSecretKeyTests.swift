import Ciphers
import LicenseMessages
import Testing
import WipedMemory

/// Files with application secret keys.
struct ApplicationSecretKeyTests {
    private static let raw = [UInt8](0x40..<0x50)

    @Test(arguments: [
        raw, Array("404142434445464748494a4b4c4d4e4f".utf8), Array("404142434445464748494A4B4C4D4E4F\n".utf8),
        Array("404142434445464748494a4b4c4d4e4f\r\n".utf8),
    ])
    func `Bytes and digits are read`(bytes: [UInt8]) throws {
        let key = try ApplicationSecretKey(reading: SecretBytes(copying: bytes))
        #expect(key.key == (try ContentKey(copying: Self.raw)))
    }

    @Test(arguments: [
        [], Array(raw.dropLast()), raw + [10], Array("404142434445464748494a4b4c4d4e4".utf8),
        Array("404142434445464748494a4b4c4d4e4g".utf8), Array("404142434445464748494a4b4c4d4e4f\n\n".utf8),
        Array(" 404142434445464748494a4b4c4d4e4f".utf8), Array("404142434445464748494a4b4c4d4e4f00".utf8),
    ])
    func `All else is refused, and not shown`(bytes: [UInt8]) {
        let error = #expect(throws: DeviceKeyError.malformedApplicationSecret(bytes: bytes.count)) {
            _ = try ApplicationSecretKey(reading: SecretBytes(copying: bytes))
        }
        #expect(error?.description.contains("4041") == false)
    }

    @Test func `It is not printed, and fresh ones differ`() {
        let key = ApplicationSecretKey.random()
        #expect("\(key)".contains("<redacted>"))
        #expect(key != .random())
    }
}
