import Ciphers
import Foundation
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Testing

@testable import LicenseFlows

/// R06 and R07: requests that do not arrive as an SPC, and SPCs that the server cannot decrypt.
struct RequestFaultTests {
    private static let certificate = Result { try PlantedFlow.credentials.get().certificateDER }

    static let posted: [PlantedFault] = [
        PlantedFault(.request, "the certificate posted as SPC", says: "-42580") {
            $0.faults.request = { _ in try certificate.get() }
        },
        PlantedFault(.request, "nothing posted", says: "-42581") { $0.faults.request = { _ in [] } },
        PlantedFault(.request, "base64 posted as octets", says: "base64") {
            $0.faults.request = { Array(Data($0).base64EncodedString().utf8) }
        },
        PlantedFault(.request, "octets posted as a form", says: "application/x-www-form-urlencoded") {
            $0.faults.form = .form
        },
        PlantedFault(.request, "octets posted as JSON", says: "application/json") { $0.faults.form = .json },
        PlantedFault(
            .request,
            "base64 in a form whose plus signs are not escaped",
            says: "not application/x-www-form-urlencoded"
        ) {
            $0.request.forms = [.form]
            $0.faults.request = { _ in Array("spc=AA+A+AAA&assetId=x".utf8) }
        },
        PlantedFault(.request, "nobody there", says: "nobody is there") { $0.faults.isUnreachable = true },
        PlantedFault(.request, "a page as the answer to JSON", says: "not application/json with a CKC") {
            $0.request.forms = [.json]
            $0.faults.answer = { _, _ in LicenseResponse(status: 200, body: Array("<html></html>".utf8)) }
        },
    ]

    @Test(arguments: posted)
    func `A request that is no SPC is told as R06`(_ fault: PlantedFault) throws { try fault.check() }

    /// Gives the server other credentials than the client.
    private static func server(
        _ planted: inout PlantedFlow,
        certificate: [UInt8]? = nil,
        _ change: (LicenseCredentials) throws -> LicenseCredentials
    ) throws {
        let own = try PlantedFlow.credentials.get()
        let other = try change(own)
        try planted.export(as: "jsonl")
        let keys = try #require(planted.request.export).keys
        try planted.useKeyServer(keys, other)
    }

    static let opened: [PlantedFault] = [
        PlantedFault(.opening, "version 3", says: "-42580") {
            $0.faults.request = { [0, 0, 0, 3] + $0.dropFirst(4) }
        },
        PlantedFault(.opening, "cut short", says: "-42581") { $0.faults.request = { $0.dropLast(16) } },
        PlantedFault(.opening, "doubled", says: "-42581") { $0.faults.request = { $0 + $0 } },
        PlantedFault(.opening, "a wrapped key that does not open", says: "-42") {
            $0.faults.request = { spc in
                var spc = spc
                spc[100] ^= 1
                return spc
            }
        },
        PlantedFault(.opening, "for another certificate", says: "another certificate") {
            let identity = try EphemeralIdentity(size: .bits1024, commonName: "other")
            try server(&$0) { own in
                LicenseCredentials(
                    certificateDER: identity.certificateDER,
                    privateKey: own.privateKey,
                    applicationSecret: own.applicationSecret
                )
            }
        },
        PlantedFault(.opening, "a private key that does not belong to the certificate", says: "-42") {
            let identity = try EphemeralIdentity(size: .bits1024, commonName: "other")
            try server(&$0) { own in
                LicenseCredentials(
                    certificateDER: own.certificateDER,
                    privateKey: identity.privateKey,
                    applicationSecret: own.applicationSecret
                )
            }
        },
        PlantedFault(.opening, "another ASk", says: "-42589") {
            try server(&$0) { own in
                LicenseCredentials(
                    certificateDER: own.certificateDER,
                    privateKey: own.privateKey,
                    applicationSecret: .random()
                )
            }
        },
        PlantedFault(.opening, "other integrity bytes", says: "-42589") {
            $0.faults.request = { spc in
                try MessageSurgery.spc(spc) { tllvs in
                    tllvs.map { tllv in
                        guard tllv.tag == .sessionIntegrity else { return tllv }
                        return TLLV(tag: tllv.tag, value: tllv.value.map { ~$0 }, padding: tllv.padding)
                    }
                }
            }
        },
        PlantedFault(.opening, "a value that is longer than its block", says: "-42581") {
            $0.faults.request = { spc in
                try MessageSurgery.spc(
                    spc,
                    payload: { clear in
                        var clear = clear
                        clear[15] = 0xFF
                        clear[14] = 0xFF
                        return clear
                    }
                )
            }
        },
        PlantedFault(.opening, "a block over the end", says: "-42581") {
            $0.faults.request = { spc in
                try MessageSurgery.spc(
                    spc,
                    payload: { clear in
                        var clear = clear
                        clear[9] = 1
                        return clear
                    }
                )
            }
        },
    ]

    @Test(arguments: opened)
    func `An SPC that cannot be opened is told as R07`(_ fault: PlantedFault) throws { try fault.check() }

    @Test(arguments: LicenseTag.requiredInRequests)
    func `A required TLLV that is missing is told as R07`(tag: LicenseTag) throws {
        try PlantedFault(.opening, "no \(tag.name)", says: "-42583") {
            $0.faults.request = { try MessageSurgery.spc($0) { $0.filter { $0.tag != tag } } }
        }
        .check()
    }

    @Test(arguments: LicenseTag.requiredInRequests)
    func `A required TLLV that is there twice is told as R07`(tag: LicenseTag) throws {
        try PlantedFault(.opening, "\(tag.name) twice", says: "-42591") {
            $0.faults.request = { try MessageSurgery.spc($0) { $0 + $0.filter { $0.tag == tag } } }
        }
        .check()
    }

    @Test func `Unknown TLLVs and another order change nothing`() throws {
        var planted = try PlantedFlow(FlowFixture.fairPlay, .ksm)
        planted.faults.request = { spc in
            try MessageSurgery.spc(spc) { tllvs in
                let unknown = (0..<20).map { number in
                    TLLV(
                        tag: LicenseTag(rawValue: 0x1234_5678_0000_0000 + UInt64(number / 2)),
                        value: [UInt8](repeating: UInt8(number), count: number),
                        padding: [UInt8](repeating: 0, count: 32 - number)
                    )
                }
                return tllvs.reversed() + unknown
            }
        }
        #expect(try planted.run().holds)
    }
}
