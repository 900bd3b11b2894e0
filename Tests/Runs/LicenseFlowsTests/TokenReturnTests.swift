import Ciphers
import EntitlementMessages
import Foundation
import KeyRecordFormats
import LicenseMessages
import LoopbackServers
import PresentationFixtures
import ProtectionTerms
import Rehearsal
import Testing

@testable import LicenseFlows

/// The license server of the stand-in token service: only a license uses up a token, not a request.
struct TokenReturnTests {
    @Test func `A token opens a license after a request that got none`() throws {
        let credentials = try PlantedFlow.credentials.get()
        let module = try #require(
            KeySecurityModule(KSMLookup(.none), credentials, StandInDeviceKeyFunction())
        )
        let servers = TokenServers(module: module, licenseBase: "", authenticator: .random())
        let server = try LoopbackServer { request in
            servers.answer(request, at: request.path) ?? LoopbackResponse(status: 404)
        }
        defer { server.stop() }
        let client = LicenseClient(
            certificate: try LicenseCertificate(der: credentials.certificateDER),
            applicationSecret: credentials.applicationSecret,
            function: StandInDeviceKeyFunction(),
            transport: HTTPLicenseTransport()
        )
        let token = servers.tokens.token(for: try TokenRequest(key: .random(), iv: .random()))
        let url = "\(server.url)\(TokenService.licensePath)?\(TokenService.parameter)=\(token)"
        func post(_ body: [UInt8], _ form: LicenseRequestForm) throws -> Int {
            let request = AppRequest(.license, url, posting: body, as: form.contentType)
            return try HTTPLicenseTransport().perform(request).status
        }
        let spc = try client.request(for: Array("id".utf8), .readyToStart).spc
        let one = #"{"id":1,"uri":"skd://x","spc":"\#(Data(spc).base64EncodedString())"}"#
        let two =
            #"{"fairplay-streaming-request":{"version":1,"streaming-keys":[\#(one),\#(one)]}}"#
        // The second license of the two has no token, so the first is not delivered either.
        #expect(try post(Array(two.utf8), .json) == 401)
        #expect(try post(spc, .octets) == 200)
        #expect(try post(spc, .octets) == 401)
    }
}
