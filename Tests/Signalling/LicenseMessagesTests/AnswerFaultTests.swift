import Ciphers
import Testing

@testable import LicenseMessages

/// CKCs with one fault each: every check of the client has its own error.
struct AnswerFaultTests {
    let fixture: LicenseFixture
    let request: LicenseRequest
    let tllvs: [TLLV]

    init() throws {
        fixture = try LicenseFixture()
        request = try fixture.request()
        tllvs = try fixture.answered(request)
    }

    private func open(_ tllvs: [TLLV]) throws -> OpenedLicense {
        try request.decrypt(ckc: fixture.ckc(request, tllvs))
    }

    private func replacing(_ tag: LicenseTag, _ value: [UInt8]) -> [TLLV] {
        tllvs.filter { $0.tag != tag } + [TLLV(tag, value)]
    }

    @Test func `The answer without a fault is accepted, in any order and with unknown tags`() throws {
        let unknown = LicenseTag(rawValue: 1)
        for order in [tllvs, tllvs.reversed()] {
            let answer = order + [TLLV(unknown, [1]), TLLV(unknown, [])]
            let license = try open(answer)
            #expect(license.blocks.map(\.tag) == answer.map(\.tag))
            #expect(license.blocks.map(\.length) == answer.map(\.value.count))
        }
    }

    @Test func `An answer that ends at any byte, or later, is refused`() throws {
        let ckc = try fixture.ckc(request, tllvs)
        for count in 0..<ckc.count {
            #expect(throws: LicenseAnswerError.self, "\(count) bytes") {
                try request.decrypt(ckc: Array(ckc.prefix(count)))
            }
        }
        #expect(throws: LicenseAnswerError.trailingBytes(count: 1)) { try request.decrypt(ckc: ckc + [0]) }
        #expect(throws: LicenseAnswerError.trailingBytes(count: ckc.count)) {
            try request.decrypt(ckc: ckc + ckc)
        }
        #expect(throws: LicenseAnswerError.truncated(bytes: ckc.count - 16, expected: ckc.count)) {
            try request.decrypt(ckc: ckc.dropLast(16))
        }
    }

    struct Container: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let error: LicenseAnswerError

        var testDescription: String { name }
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    @Test(arguments: [
        Container(name: "version 2", bytes: [0, 0, 0, 2] + zeros(40), error: .unsupportedVersion(2)),
        Container(name: "no payload", bytes: [0, 0, 0, 1] + zeros(24), error: .partialBlocks(bytes: 0)),
        Container(
            name: "part of a block",
            bytes: [0, 0, 0, 1] + zeros(23) + [15] + zeros(15),
            error: .partialBlocks(bytes: 15)
        ),
        Container(name: "too much", bytes: zeros(SPCContainer.byteLimit + 1), error: .tooLong(bytes: 65_537)),
        Container(name: "a version alone", bytes: [0, 0, 0, 1], error: .truncated(bytes: 4, expected: 28)),
    ])
    func `A container that is none is refused`(container: Container) {
        #expect(throws: container.error) { try request.decrypt(ckc: container.bytes) }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let excerpt: String
        let bytes: [UInt8]

        var testDescription: String { excerpt }
    }

    @Test(arguments: [
        Mistake(excerpt: "nothing", bytes: []),
        Mistake(excerpt: "JSON", bytes: Array(#"{"ckc":""}"#.utf8)),
        Mistake(excerpt: "base64", bytes: Array("AAAAAQAA".utf8)),
        Mistake(excerpt: "XML", bytes: Array("<ckc>AAAA</ckc>".utf8)),
        Mistake(excerpt: "an SPC", bytes: LicenseVectors.spc1),
        Mistake(excerpt: "SPC", bytes: LicenseVectors.spc2),
        Mistake(excerpt: "certificate", bytes: LicenseVectors.certificate1024),
        Mistake(excerpt: "form", bytes: Array("ckc=AAAA".utf8)),
        Mistake(excerpt: "PEM", bytes: Array("\n-----BEGIN X".utf8)),
    ])
    func `What is answered instead is told`(mistake: Mistake) {
        let error = #expect(throws: LicenseAnswerError.self) { try request.decrypt(ckc: mistake.bytes) }
        guard case .notACKC(let found, let remedy)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(found.contains(mistake.excerpt))
        #expect(!remedy.isEmpty)
    }

    @Test func `An answer to another request is not under this one's key`() throws {
        let otherRequest = try fixture.request()
        let ckc = try fixture.ckc(otherRequest, fixture.answered(otherRequest))
        let error = #expect(throws: LicenseAnswerError.self) { try request.decrypt(ckc: ckc) }
        guard case .unreadable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `Another R1, with the right key, is told at every byte`() throws {
        let r1 = try #require(tllvs.first { $0.tag == .r1 }).value
        for index in r1.indices {
            var value = r1
            value[index] ^= 0x80
            #expect(throws: LicenseAnswerError.wrongR1) { try open(replacing(.r1, value)) }
        }
        #expect(throws: LicenseAnswerError.noR1) { try open(tllvs.filter { $0.tag != .r1 }) }
    }

    @Test(arguments: [LicenseTag.assetID, .transactionID])
    func `A returned TLLV that is missing or changed is told`(tag: LicenseTag) throws {
        let value = try #require(tllvs.first { $0.tag == tag }).value
        #expect(throws: LicenseAnswerError.missingReturned(tag)) { try open(tllvs.filter { $0.tag != tag }) }
        for changed in [value + [0], value.dropLast(), [value[0] ^ 1] + value.dropFirst()] {
            #expect(throws: LicenseAnswerError.changedReturned(tag)) { try open(replacing(tag, changed)) }
        }
    }

    @Test(arguments: [LicenseTag.contentKey, .r1, .keyDuration, .hdcp, .offlineKey, .assetID])
    func `A known tag twice is told`(tag: LicenseTag) throws {
        let one = try #require(tllvs.first { $0.tag == tag })
        #expect(throws: LicenseAnswerError.duplicate(tag)) { try open(tllvs + [one]) }
    }

    @Test(arguments: [
        (LicenseTag.contentKey, [0, 16, 31, 33]), (.r1, [43, 45]), (.keyDuration, [15, 17]), (.hdcp, [0, 7]),
        (.offlineKey, [31, 49]),
    ])
    func `A value of another length is told`(tag: LicenseTag, lengths: [Int]) {
        for length in lengths {
            let error = #expect(throws: LicenseAnswerError.self) {
                try open(replacing(tag, [UInt8](repeating: 0, count: length)))
            }
            guard case .wrongLength(let fault)? = error else {
                Issue.record("\(length): \(String(describing: error))")
                continue
            }
            #expect(fault.tag == tag)
        }
    }

    @Test func `Offline terms of version 2 have a title`() throws {
        let value: [UInt8] = [0, 0, 0, 2] + [UInt8](repeating: 0, count: 28)
        let error = #expect(throws: LicenseAnswerError.self) { try open(replacing(.offlineKey, value)) }
        guard case .wrongLength? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try open(replacing(.offlineKey, [0, 0, 0, 1] + value.dropFirst(4))).offline?.titleID == nil)
    }

    @Test func `Without a content key there is none`() {
        #expect(throws: LicenseAnswerError.noContentKey) { try open(tllvs.filter { $0.tag != .contentKey }) }
    }

    @Test func `A payload that is no list is unreadable`() throws {
        let iv = [UInt8](repeating: 0, count: 16)
        let payload = try AES128CBC.encrypt(
            [UInt8](repeating: 0xFF, count: 64).span,
            key: request.session.answerKey(),
            iv: iv
        )
        let ckc = CKCContainer(iv: iv, payload: payload).serialized
        let error = #expect(throws: LicenseAnswerError.self) { try request.decrypt(ckc: ckc) }
        guard case .unreadable(let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.offset == 36)
    }

    @Test func `A duration of 0 and terms of no meaning are no errors`() throws {
        let duration = try open(replacing(.keyDuration, [UInt8](repeating: 0, count: 16))).duration
        #expect(duration == KeyDuration(leaseSeconds: 0, rentalSeconds: 0, kind: .unknown(0)))
        #expect(try open(replacing(.hdcp, [0, 0, 0, 0, 0, 0, 0, 9])).hdcp == .unknown(9))
        #expect(try open(tllvs.filter { $0.tag != .hdcp }).hdcp == nil)
    }
}
