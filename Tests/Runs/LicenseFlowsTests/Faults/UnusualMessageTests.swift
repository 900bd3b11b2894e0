import Foundation
import LicenseMessages
import Testing

@testable import LicenseFlows

/// R06, R07 and R10 for each request form: unusual versions and sizes, and bodies without a message.
struct UnusualMessageTests {
    private static func posted(
        _ code: FlowStep,
        _ name: String,
        _ form: LicenseRequestForm = .octets,
        says message: String,
        _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> PlantedFault {
        PlantedFault(code, name, says: message) {
            $0.request.forms = [form]
            $0.faults.request = change
        }
    }

    private static func tllvs(
        _ name: String,
        says message: String,
        _ tag: LicenseTag,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> PlantedFault {
        posted(.opening, name, says: message) { spc in
            try MessageSurgery.spc(spc) { tllvs in
                tllvs.map { $0.tag == tag ? TLLV(tag, change($0.value)) : $0 }
            }
        }
    }

    private static func answered(
        _ code: FlowStep,
        _ name: String,
        _ form: LicenseRequestForm = .octets,
        says message: String,
        _ text: String
    ) -> PlantedFault {
        PlantedFault(code, name, says: message) {
            $0.request.forms = [form]
            $0.faults.answer = { _, _ in LicenseResponse(status: 200, body: Array(text.utf8)) }
        }
    }

    static let requests: [PlantedFault] = [
        posted(.request, "the certificate in PEM", says: "PEM text") { _ in
            Array("-----BEGIN CERTIFICATE-----\n".utf8)
        },
        posted(.request, "a form as octets", says: "the text of a form") { _ in
            Array("spc=AAAA&assetId=ab".utf8)
        },
        posted(.request, "JSON as octets", says: "JSON text") { _ in Array(#"{"spc":"AAAA"}"#.utf8) },
        posted(.request, "a form without an SPC", .form, says: "with an SPC in base64") { _ in
            Array("assetId=ab".utf8)
        },
        posted(.request, "JSON without its end", .json, says: "with an SPC in base64") { $0.dropLast() },
        posted(.request, "JSON without keys", .json, says: "with an SPC in base64") { _ in
            Array(#"{"fairplay-streaming-request":{"version":1,"streaming-keys":[]}}"#.utf8)
        },
        posted(.opening, "version 9", says: "-42580: found version 9") {
            Array($0.prefix(3)) + [9] + $0.dropFirst(4)
        },
        posted(.opening, "version 2 of an SPC of version 1", says: "-42581") {
            Array($0.prefix(3)) + [2] + $0.dropFirst(4)
        },
        posted(.opening, "the first 100 bytes", says: "the end of the message") { Array($0.prefix(100)) },
        posted(.opening, "without a payload", says: "a payload of 0 bytes") {
            Array($0.prefix(172)) + [0, 0, 0, 0]
        },
        posted(.opening, "more than 65536 bytes", says: "a message of 70000 bytes") { _ in
            [0, 0, 0, 1] + [UInt8](repeating: 0, count: 69_996)
        },
    ]

    static let values: [PlantedFault] = [
        tllvs("another R2", says: "-42589", .r2) { [$0[0] ^ 1] + $0.dropFirst() },
        tllvs("a short R2", says: "R2 of 20 bytes", .r2) { $0.dropLast() },
        tllvs("an asset id of one byte", says: "asset id of 1 byte", .assetID) { _ in [65] },
        tllvs("an asset id of 201 bytes", says: "asset id of 201 bytes", .assetID) { _ in
            [UInt8](repeating: 65, count: 201)
        },
        tllvs("half a tag to return", says: "return request of 12 bytes", .returnRequest) { $0.dropLast(4) },
        tllvs("a request to return R1", says: "-42582", .returnRequest) {
            $0 + [0xEA, 0x74, 0xC4, 0x64, 0x5D, 0x5E, 0xFE, 0xE9]
        },
        tllvs("a version that is not supported", says: "-42590: found protocol version 2", .usedVersion) {
            _ in
            [0, 0, 0, 2]
        },
    ]

    static let answers: [PlantedFault] = [
        answered(
            .request,
            "a page as the answer to a form",
            .form,
            says: "with a CKC",
            "<html><body>Busy</body></html>"
        ),
        answered(
            .request,
            "JSON without keys",
            .json,
            says: "with a CKC",
            #"{"fairplay-streaming-response":{"streaming-keys":[]}}"#
        ),
        answered(.answer, "JSON in the place of octets", says: "JSON text", #"{"status":-42580}"#),
        answered(.answer, "base64 in the place of octets", says: "base64 text", "AAAAAQAAAAAAAAAA"),
        answered(.answer, "nothing", says: "found nothing", ""),
        PlantedFault(.answer, "the SPC itself", says: "an SPC") {
            $0.faults.replacement = { LicenseResponse(status: 200, body: $0) }
        },
        PlantedFault(
            .request,
            "an address with nobody behind it",
            says: "the request to the license server failed"
        ) {
            // Port 1 (tcpmux) has no server.
            $0.request.licenseURL = "http://127.0.0.1:1/license"
        },
    ]

    /// Wrong encodings of an asset id that the app should send unchanged.
    static let sent: [PlantedFault] = [
        PlantedFault(.lookup, "the asset id in UTF-16", says: "in UTF-16") {
            $0.faults.request = { try asset($0) { $0.flatMap { [$0, 0] } } }
        },
        PlantedFault(.lookup, "the asset id in UTF-16, big endian with a mark", says: "in UTF-16") {
            $0.faults.request = { try asset($0) { [0xFE, 0xFF] + $0.flatMap { [0, $0] } } }
        },
        PlantedFault(.lookup, "a line feed behind the asset id", says: "white space or a zero byte") {
            $0.faults.request = { try asset($0) { $0 + [10] } }
        },
    ]

    private static func asset(_ spc: [UInt8], _ change: ([UInt8]) -> [UInt8]) throws -> [UInt8] {
        try MessageSurgery.spc(spc) { tllvs in
            tllvs.map { $0.tag == .assetID ? TLLV(.assetID, change($0.value)) : $0 }
        }
    }

    @Test(arguments: requests + values + answers + sent)
    func `An unusual message is told at its step`(_ fault: PlantedFault) throws { try fault.check() }
}
