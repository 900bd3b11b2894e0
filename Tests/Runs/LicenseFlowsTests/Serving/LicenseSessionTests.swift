import EntitlementMessages
import Foundation
import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import Rehearsal
import Testing

@testable import LicenseFlows

/// Sessions of NAGRA's version 2, which licenses open and extend.
struct LicenseSessionTests {
    @Test func `A session ends when nothing renews it`() throws {
        let fixture = try FlowFixture.nagra.get()
        let keys = try ServeRequest.keys(of: [ContentID("movie-42")], in: fixture.store)
        let credentials = try PlantedFlow.credentials.get()
        let module = try #require(KeySecurityModule(KSMLookup(keys), credentials, StandInDeviceKeyFunction()))
        let client = LicenseClient(
            certificate: try LicenseCertificate(der: credentials.certificateDER),
            applicationSecret: credentials.applicationSecret,
            function: StandInDeviceKeyFunction(),
            transport: HTTPLicenseTransport()
        )
        let uri = try #require(keys.keys[0].signals.first).keyURI
        let spc = try client.request(for: Array(uri.dropFirst(6).utf8), .readyToStart).spc
        let service = SecureSessionService(keys, .createdByLicense, heartbeatInterval: 60)
        let start = Date()

        func license(after seconds: Double) throws -> LicenseServiceAnswer {
            let now = start.addingTimeInterval(seconds)
            let token = service.contentToken(for: "movie-42", at: now)
            return try service.license(token, spc: spc, isRenewal: false, module, at: now)
        }
        func renew(_ session: String, after seconds: Double) throws {
            let now = start.addingTimeInterval(seconds)
            _ = try service.license(session, spc: spc, isRenewal: true, module, at: now)
        }

        let session = try #require(try license(after: 0).sessionToken)
        // Each renewal and each license of the title extends the session by three intervals.
        try renew(session, after: 179)
        try renew(session, after: 358)
        #expect(try license(after: 500).sessionToken == session)
        try renew(session, after: 679)
        let error = #expect(throws: LicenseServiceError.self) { try renew(session, after: 860) }
        #expect(error?.code == .authorizations)
        let next = try #require(try license(after: 861).sessionToken)
        #expect(next != session)
        try renew(next, after: 862)
    }
}
