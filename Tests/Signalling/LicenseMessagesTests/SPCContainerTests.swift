import Bitstreams
import Ciphers
import Testing

@testable import LicenseMessages

/// SPC containers, and other bytes posted by mistake.
struct SPCContainerTests {
    @Test(arguments: SPCVersion.allCases)
    func `A container is written as it was read`(version: SPCVersion) throws {
        let spc = LicenseVectors.spc(version)
        let container = try SPCContainer(reading: spc)
        #expect(container.serialized == spc)
        #expect(container.payloadOffset == spc.count - container.payload.count)
        #expect(container.certificateHash.count == 20)
    }

    @Test func `The reserved bytes mean nothing, and stay`() throws {
        var spc = LicenseVectors.spc1
        spc.replaceSubrange(4..<8, with: [1, 2, 3, 4])
        #expect(try SPCContainer(reading: spc).serialized == spc)
    }

    @Test(arguments: SPCVersion.allCases)
    func `A container that ends at any byte, or later, is refused`(version: SPCVersion) {
        let spc = LicenseVectors.spc(version)
        for count in 0..<spc.count {
            let error = #expect(throws: LicenseMessageError.self, "\(count) bytes") {
                try SPCContainer(reading: Array(spc.prefix(count)))
            }
            #expect(error?.status == .spcParsing)
        }
        for more in [[0], spc] {
            let error = #expect(throws: LicenseMessageError.self) { try SPCContainer(reading: spc + more) }
            #expect(error?.status == .spcParsing)
        }
    }

    @Test(arguments: [0, 15, 17, 0xFFFF_FFFF, 0x8000_0000])
    func `A length that does not fit is refused`(length: UInt32) {
        var spc = Array(LicenseVectors.spc1.prefix(172)) + [UInt8](bigEndian: length)
        spc += [UInt8](repeating: 0, count: min(Int(length), 64))
        let error = #expect(throws: LicenseMessageError.self) { try SPCContainer(reading: spc) }
        #expect(error?.status == .spcParsing)
        #expect(error?.offset == 172)
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let status: KSMStatus
        let excerpt: String

        var testDescription: String { name }
    }

    /// Bytes posted by mistake; their first four are taken for the version.
    ///
    /// 0x308204d3 is 813827283, 0x7b227370 ("{"sp") 2065855344, 0x41414141 ("AAAA") 1094795585, 0x2d2d2d2d
    /// ("----") 757935405, 0x3c68746d ("<htm") 1013478509, 0x7370633d ("spc=") 1936745277.
    static let mistakes = [
        Mistake(
            name: "a certificate",
            bytes: [0x30, 0x82, 0x04, 0xD3] + [UInt8](repeating: 0, count: 1239),
            status: .spcVersion,
            excerpt: "certificate in DER (its first bytes are those of one), version 813827283"
        ),
        Mistake(
            name: "JSON",
            bytes: Array(#"{"spc":"AAAAAQ=="}"#.utf8),
            status: .spcVersion,
            excerpt: "JSON text, version 2065855344"
        ),
        Mistake(
            name: "base64",
            bytes: Array("AAAAAQ==\n".utf8),
            status: .spcVersion,
            excerpt: "base64 text, version 1094795585"
        ),
        Mistake(
            name: "base64 of URLs",
            bytes: Array("AAAA_-%3D".utf8),
            status: .spcVersion,
            excerpt: "base64 text, version 1094795585"
        ),
        Mistake(
            name: "PEM",
            bytes: Array("-----BEGIN CERTIFICATE-----\n".utf8),
            status: .spcVersion,
            excerpt: "PEM text, version 757935405"
        ),
        Mistake(
            name: "an error page",
            bytes: Array("<html>".utf8),
            status: .spcVersion,
            excerpt: "HTML or XML text, version 1013478509"
        ),
        Mistake(
            name: "a form",
            bytes: Array("spc=AAAAAQ%3D%3D&assetId=1".utf8),
            status: .spcVersion,
            excerpt: "the text of a form, version 1936745277"
        ),
        Mistake(name: "nothing", bytes: [], status: .spcParsing, excerpt: "nothing"),
        Mistake(name: "a CKC", bytes: LicenseVectors.ckc, status: .spcParsing, excerpt: "a CKC"),
        Mistake(name: "three bytes", bytes: [0, 0, 0], status: .spcParsing, excerpt: "3 bytes"),
        Mistake(
            name: "version 0",
            bytes: [UInt8](repeating: 0, count: 300),
            status: .spcVersion,
            excerpt: "version 0"
        ),
        Mistake(
            name: "version 3",
            bytes: [0, 0, 0, 3] + LicenseVectors.spc1.dropFirst(4),
            status: .spcVersion,
            excerpt: "version 3"
        ),
        Mistake(
            name: "too much",
            bytes: [0, 0, 0, 1] + [UInt8](repeating: 0, count: SPCContainer.byteLimit),
            status: .spcParsing,
            excerpt: "65540 bytes"
        ),
    ]

    @Test(arguments: mistakes)
    func `Frequent mistakes are told as such`(mistake: Mistake) {
        let error = #expect(throws: LicenseMessageError.self) { try SPCContainer(reading: mistake.bytes) }
        #expect(error?.status == mistake.status)
        #expect(error?.found.contains(mistake.excerpt) == true, "\(String(describing: error))")
        #expect(error?.description.hasPrefix("\(mistake.status.rawValue), ") == true)
    }

    @Test func `A certificate of openssl is one`() {
        let error = #expect(throws: LicenseMessageError.self) {
            try SPCContainer(reading: LicenseVectors.certificate1024)
        }
        #expect(error?.status == .spcVersion)
        #expect(error?.remedy.contains("not the certificate") == true)
    }
}
