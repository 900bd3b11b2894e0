import Bitstreams
import Ciphers
import ProtectionTerms
import Testing

@testable import LicenseMessages

/// Requests with one fault each, and harmless variants.
struct RequestFaultTests {
    let fixture: LicenseFixture
    let tllvs: [TLLV]

    init() throws {
        fixture = try LicenseFixture()
        tllvs = try fixture.context(fixture.request().spc).list.tllvs
    }

    private func status(_ tllvs: [TLLV]) throws -> (KSMStatus, LicenseTag?)? {
        let container = try SPCContainer(encrypting: TLLVList(tllvs), to: fixture.certificate)
        do throws(LicenseMessageError) {
            _ = try ServerPlaybackContext(opening: container, with: fixture.privateKey)
            return nil
        } catch {
            return (error.status, error.tag)
        }
    }

    @Test func `A client writes the nine required TLLVs, the indicator and the state`() {
        #expect(
            Set(tllvs.map(\.tag))
                == Set(LicenseTag.requiredInRequests + [.streamingIndicator, .playbackState])
        )
        #expect(tllvs.count == 11)
    }

    @Test(arguments: LicenseTag.requiredInRequests)
    func `Each required one is there once`(tag: LicenseTag) throws {
        let one = try #require(tllvs.first { $0.tag == tag })
        let missing = try #require(try status(tllvs.filter { $0.tag != tag }))
        #expect(missing == (.missingTag, tag))
        let twice = try #require(try status(tllvs + [one]))
        #expect(twice == (.duplicateTag, tag))
    }

    @Test(arguments: [LicenseTag.streamingIndicator, .playbackState, .capabilities])
    func `Each other known one may be missing, and is there at most once`(tag: LicenseTag) throws {
        #expect(try status(tllvs.filter { $0.tag != tag }) == nil)
        let one = TLLV(tag, [UInt8](repeating: 0, count: tag == .streamingIndicator ? 8 : 16))
        let twice = try #require(try status(tllvs.filter { $0.tag != tag } + [one, one]))
        #expect(twice == (.duplicateTag, tag))
    }

    @Test(arguments: [
        (LicenseTag.sessionBlock, [111, 113, 0]), (.sessionIntegrity, [15, 17]),
        (.antiReplaySeed, [15, 17]), (.r2, [20, 22]), (.assetID, [0, 1, 201]), (.transactionID, [7, 9]),
        (.supportedVersions, [3, 5]), (.usedVersion, [0, 8]), (.returnRequest, [7, 9]),
        (.streamingIndicator, [7, 9]), (.playbackState, [15, 17]), (.capabilities, [15, 17]),
    ])
    func `A value of another length is refused`(tag: LicenseTag, lengths: [Int]) throws {
        for length in lengths {
            let wrong = TLLV(tag, [UInt8](repeating: 0, count: length))
            let found = try #require(try status(tllvs.filter { $0.tag != tag } + [wrong]), "\(length) bytes")
            #expect(found == (.spcParsing, tag))
        }
    }

    @Test(arguments: [2, 200])
    func `The shortest and the longest asset id are accepted`(count: Int) throws {
        let id = [UInt8](repeating: 0xFF, count: count)
        #expect(try fixture.context(fixture.request(id).spc).assetID == id)
    }

    @Test(arguments: [0, 1, 201])
    func `An asset id that no server takes is not asked for`(count: Int) {
        #expect(throws: LicenseRequestError.assetID(bytes: count)) {
            try fixture.request([UInt8](repeating: 0xFF, count: count))
        }
    }

    @Test func `Unknown tags are kept, also twice, and order does not matter`() throws {
        let unknown = (0..<25).map { TLLV(LicenseTag(rawValue: UInt64($0 / 2)), [UInt8($0)]) }
        let spc = try fixture.spc(tllvs.reversed() + unknown)
        let context = try fixture.context(spc)
        #expect(context.list.tllvs == tllvs.reversed() + unknown)
        _ = try fixture.session(context)
    }

    @Test func `Another private key does not open it, and one of another size is told`() throws {
        let spc = try fixture.request().spc
        let otherIdentity = try EphemeralIdentity(size: .bits1024, commonName: "other")
        for (key, excerpt) in [
            (otherIdentity.privateKey, "does not unwrap"), (try LicenseFixture(.two).privateKey, "2048 bits"),
        ] {
            let error = #expect(throws: LicenseMessageError.self) {
                try ServerPlaybackContext(opening: SPCContainer(reading: spc), with: key)
            }
            #expect(error?.status == .spcParsing)
            #expect(error?.found.contains(excerpt) == true)
        }
        let container = try SPCContainer(reading: spc)
        try container.checkCertificate(hash: fixture.certificate.hash)
        let certificate = try LicenseCertificate(der: otherIdentity.certificateDER)
        let error = #expect(throws: LicenseMessageError.self) {
            try container.checkCertificate(hash: certificate.hash)
        }
        #expect(error?.status == .parameter)
    }

    @Test func `Another application secret key, or another integrity value, is an integrity error`() throws {
        let context = try fixture.context(fixture.request().spc)
        let key = try StandInDeviceKeyFunction().deviceKey(r2: context.r2, applicationSecret: .random())
        let error = #expect(throws: LicenseMessageError.self) {
            try ClientSession.decrypted(from: context, deviceKey: key)
        }
        #expect(error?.status == .integrity)
        for index in 0..<16 {
            let changed = tllvs.map { tllv in
                guard tllv.tag == .sessionIntegrity else { return tllv }
                var value = tllv.value
                value[index] ^= 1
                return TLLV(tag: tllv.tag, value: value, padding: tllv.padding)
            }
            let error = #expect(throws: LicenseMessageError.self) {
                try fixture.session(fixture.context(fixture.spc(changed)))
            }
            #expect(error?.status == .integrity)
        }
    }

    @Test func `A version that is not among the supported ones, and tags of answers, are not answered`()
        throws
    {
        let answer = LicenseAnswer(key: .random(), iv: .random())
        for (tag, value, status) in [
            (LicenseTag.usedVersion, [0, 0, 0, 2], KSMStatus.protocolVersion),
            (.returnRequest, [UInt8](bigEndian: LicenseTag.contentKey.rawValue), .ckcGeneration),
        ] as [(LicenseTag, [UInt8], KSMStatus)] {
            let spc = try fixture.spc(tllvs.filter { $0.tag != tag } + [TLLV(tag, value)])
            let error = #expect(throws: LicenseMessageError.self) { try fixture.ckc(answering: spc, answer) }
            #expect(error?.status == status)
        }
        let long = LicenseAnswer(key: .random(.bits256), iv: .random())
        let error = #expect(throws: LicenseMessageError.self) {
            try fixture.ckc(answering: fixture.request().spc, long)
        }
        #expect(error?.status == .parameter)
    }
}
