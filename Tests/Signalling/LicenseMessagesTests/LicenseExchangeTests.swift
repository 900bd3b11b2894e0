import Bitstreams
import Ciphers
import ProtectionTerms
import TestRandomness
import Testing
import WipedMemory

@testable import LicenseMessages

/// Complete exchanges: request, answer, key.
struct LicenseExchangeTests {
    @Test(arguments: SPCVersion.allCases)
    func `A client gets key, IV and terms`(version: SPCVersion) throws {
        let fixture = try LicenseFixture(version)
        let request = try fixture.request()
        let answer = LicenseAnswer(
            key: .random(),
            iv: .random(),
            duration: KeyDuration(leaseSeconds: 600, rentalSeconds: 86_400, kind: .leaseAndRental),
            hdcp: .type0,
            offline: OfflineKeyTerms(
                streamID: [UInt8](1...16),
                titleID: [UInt8](17...32),
                storageSeconds: 1,
                playbackSeconds: 2
            )
        )
        let license = try request.decrypt(ckc: fixture.ckc(answering: request.spc, answer))
        #expect(license.key == answer.key)
        #expect(license.iv == answer.iv)
        #expect(license.duration == answer.duration)
        #expect(license.hdcp == .level(.type0))
        #expect(license.offline == answer.offline)
    }

    @Test func `Random requests are answered`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let fixture = try LicenseFixture()
        for _ in 0..<100 {
            let state = MediaPlaybackState(
                creationDate: UInt32.random(in: 0...UInt32.max, using: &generator),
                state: PlaybackState(rawValue: UInt32.random(in: 0...UInt32.max, using: &generator)),
                sessionID: generator.next()
            )
            let indicator = StreamingIndicator(rawValue: generator.next())
            let id = generator.bytes(Int.random(in: 2...200, using: &generator))
            let request = try fixture.request(id, state: state, indicator: indicator)
            let context = try fixture.context(request.spc)
            #expect(context.assetID == id, "seed \(seed)")
            #expect(context.playbackState == state, "seed \(seed)")
            #expect(context.streamingIndicator == indicator, "seed \(seed)")
            let answer = LicenseAnswer(
                key: .random(),
                iv: .random(),
                duration: Bool.random(using: &generator)
                    ? KeyDuration(leaseSeconds: 0, rentalSeconds: 0, kind: .persistent) : nil,
                hdcp: HDCPLevel.allCases.randomElement(using: &generator)
            )
            let license = try request.decrypt(ckc: fixture.ckc(answering: request.spc, answer))
            #expect(license.key == answer.key && license.iv == answer.iv, "seed \(seed)")
            #expect(license.duration == answer.duration, "seed \(seed)")
            #expect(license.hdcp == answer.hdcp.map { .level($0) }, "seed \(seed)")
        }
    }

    @Test func `No duration goes to a request without a playback state`() throws {
        let fixture = try LicenseFixture()
        let request = try fixture.request()
        let tllvs = try fixture.context(request.spc).list.tllvs.filter { $0.tag != .playbackState }
        let answer = LicenseAnswer(
            key: .random(),
            iv: .random(),
            duration: KeyDuration(leaseSeconds: 9, rentalSeconds: 9, kind: .lease)
        )
        let license = try request.decrypt(ckc: fixture.ckc(answering: fixture.spc(tllvs), answer))
        #expect(license.key == answer.key)
        #expect(license.duration == nil)
    }

    @Test func `All that a request asks for goes back with its padding, once for each time it is there`()
        throws
    {
        let fixture = try LicenseFixture()
        let request = try fixture.request()
        let unknown = LicenseTag(rawValue: 5)
        let returned = [
            TLLV(unknown, [1], extraBlocks: 2), TLLV(unknown, [2]), TLLV(.capabilities, [UInt8](0..<16)),
        ]
        let tags = [unknown, .capabilities, LicenseTag(rawValue: 99), unknown]
        let context = try fixture.context(request.spc)
        let tllvs =
            context.list.tllvs.filter { $0.tag != .returnRequest } + returned
            + [TLLV(.returnRequest, tags.flatMap { [UInt8](bigEndian: $0.rawValue) })]
        let spc = try fixture.spc(tllvs)
        let container = try CKCContainer(
            reading: fixture.ckc(answering: spc, LicenseAnswer(key: .random(), iv: .random()))
        )
        let clear = try AES128CBC.decrypt(
            container.payload.span,
            key: request.session.answerKey(),
            iv: container.iv
        )
        let list = try clear.withSpan { try TLLVList(reading: $0) }
        #expect(Set(list.tllvs.filter { $0.tag != .contentKey && $0.tag != .r1 }) == Set(returned))
        #expect(list.tllvs.count == 5)
    }

    @Test func `Given bytes give the same messages but for OAEP`() throws {
        let fixture = try LicenseFixture()
        let (first, second) = (
            try fixture.request(randomness: .counting()), try fixture.request(randomness: .counting())
        )
        let (one, two) = (try SPCContainer(reading: first.spc), try SPCContainer(reading: second.spc))
        #expect(one.payload == two.payload && one.iv == two.iv)
        #expect(one.wrappedKey != two.wrappedKey)
        let answer = LicenseAnswer(key: .random(), iv: .random())
        let context = try fixture.context(first.spc)
        let messages = try (0..<2).map { _ in
            try ContentKeyContext.ckc(
                answering: context,
                session: fixture.session(context),
                answer: answer,
                randomness: .counting()
            )
        }
        #expect(messages[0] == messages[1])
        #expect(try second.decrypt(ckc: messages[0]).key == answer.key)
    }
}
