import Ciphers
import Foundation
import KeyRecordFormats
import KeyStore
import ProtectionTerms
import Synchronization
import Testing

@testable import LicenseFlows

/// Keys that are delivered only after their delivery is logged.
struct DeliveredKeyLogTests {
    private struct NoLog: Error {}

    /// A log of deliveries that fails until `isThere` is true.
    private final class Log: Sendable {
        let isThere = Atomic(false)

        func record(_: ExportedKey) throws {
            guard isThere.load(ordering: .sequentiallyConsistent) else { throw NoLog() }
        }
    }

    @Test func `An identity key that cannot be noted is not given`() throws {
        let log = Log()
        let served = try Served(FlowFixture.identity, .keyDelivery, onKey: log.record)
        let key = served.keys.keys[0].key?.withSpan { span in span.indices.map { span[$0] } }
        let refused = try served.ask("/keys/0")
        #expect(refused.status == 503)
        #expect(refused.body != key && String(decoding: refused.body, as: UTF8.self).contains("log"))
        log.isThere.store(true, ordering: .sequentiallyConsistent)
        #expect(try served.ask("/keys/0").body == key)
        #expect(served.log.map(\.status) == [503, 200])
    }

    @Test(arguments: [LicenseFlow.ksm, .hardCoded, .tokenURL, .nagraSSP])
    func `A license whose key cannot be noted is not given`(flow: LicenseFlow) throws {
        let fixture =
            flow == .tokenURL
            ? FlowFixture.tokenURL : flow == .nagraSSP ? FlowFixture.nagra : FlowFixture.fairPlay
        let log = Log()
        let served = try Served(fixture, flow, onKey: log.record)
        let uri = try #require(served.keys.keys[0].signals.first).keyURI
        func status() throws -> Int {
            if flow == .nagraSSP { return try served.serviceStatus(String(uri.dropFirst(6))) }
            let token = uri.split(separator: "?").last ?? ""
            let path = flow == .tokenURL ? "/hms/fp/rights/?\(token)" : "/license"
            let assetID = flow == .tokenURL ? "x1" : String(uri.dropFirst(6))
            switch try served.license(try served.client(), assetID, at: served.servers.url + path) {
            case .success: return 200
            case .failure(let refusal): return refusal.status
            }
        }
        #expect(try status() == 503)
        #expect(served.givenKeys.isEmpty)
        log.isThere.store(true, ordering: .sequentiallyConsistent)
        #expect(try status() == 200)
        #expect(served.givenKeys == ["movie-42"])
    }

    @Test func `A license that was not given counts as none where the second is refused`() throws {
        let log = Log()
        let fault = try InjectedFault("R12:refused", isOnce: false, flows: [.ksm])
        let served = try Served(FlowFixture.fairPlay, .ksm, { $0.faults = [fault] }, onKey: log.record)
        let (client, url) = (try served.client(), served.servers.url + "/license")
        #expect(throws: Refusal(status: 503, number: nil)) {
            _ = try served.license(client, "movie-42/all/0/1", at: url).get()
        }
        log.isThere.store(true, ordering: .sequentiallyConsistent)
        _ = try served.license(client, "movie-42/all/0/1", at: url).get()
        #expect(throws: Refusal(status: 404, number: -42584)) {
            _ = try served.license(client, "movie-42/all/0/1", at: url).get()
        }
    }

    @Test func `A store that takes its time holds up nobody who wants a key that is noted, or another one`()
        throws
    {
        let fixture = try FlowFixture.rotating.get()
        let keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
        try #require(keys.keys.count > 1)
        let (isAsked, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let slow = keys.keys[1].location
        let keyLog = DeliveredKeyLog(keys) { key in
            guard key.location == slow else { return }
            isAsked.signal()
            mayGo.wait()
        }
        try keyLog.log(keys.keys[0])
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            try? keyLog.log(keys.keys[1])
            ended.signal()
        }
        isAsked.wait()
        let othersEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for (index, key) in keys.keys.enumerated() where index != 1 { try? keyLog.log(key) }
            othersEnded.signal()
        }
        #expect(othersEnded.wait(timeout: .now() + 20) == .success)
        mayGo.signal()
        ended.wait()
    }

    /// A request that arrives after the failure tries again; at least one of them waited before it.
    @Test func `Those who wait for a note that fails do not each wait for the store again`() throws {
        let fixture = try FlowFixture.fairPlay.get()
        let keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
        let (isAsked, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let calls = Atomic(0)
        let keyLog = DeliveredKeyLog(keys) { _ in
            if calls.add(1, ordering: .relaxed).oldValue == 0 {
                isAsked.signal()
                mayGo.wait()
            }
            throw NoLog()
        }
        let waiting = 8
        let (begun, refused) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        func ask() {
            Thread.detachNewThread {
                begun.signal()
                do throws(DeliveredKeyLog.LoggingFailure) {
                    try keyLog.log(keys.keys[0])
                } catch {
                    refused.signal()
                }
            }
        }
        ask()
        isAsked.wait()
        for _ in 0..<waiting { ask() }
        for _ in 0...waiting { begun.wait() }
        Thread.sleep(forTimeInterval: 0.2)
        mayGo.signal()
        for _ in 0...waiting { #expect(refused.wait(timeout: .now() + 20) == .success) }
        #expect(calls.load(ordering: .relaxed) <= waiting)
    }
}
