import Bitstreams
import Testing

/// Check values over "123456789" from the catalog of parametrized CRC algorithms (reveng.sourceforge.io).
struct ChecksumTests {
    private let digits = Array("123456789".utf8)

    @Test func crc32OfPSI() {
        // CRC-32/MPEG-2
        #expect(CRC32MPEG.checksum(digits) == 0x0376_E6E7)
        #expect(CRC32MPEG.checksum([UInt8]()) == 0xFFFF_FFFF)
        #expect(CRC32MPEG.checksum(digits + [0x03, 0x76, 0xE6, 0xE7]) == 0)
    }

    @Test func crc16OfSyncframes() {
        // CRC-16/UMTS, also known as CRC-16/BUYPASS
        var whole = CRC16ANSI()
        whole.update(digits.span)
        #expect(whole.value == 0xFEE8)
        var bytewise = CRC16ANSI()
        for byte in digits + [0xFE, 0xE8] { bytewise.update(byte) }
        #expect(bytewise.value == 0)
    }
}
