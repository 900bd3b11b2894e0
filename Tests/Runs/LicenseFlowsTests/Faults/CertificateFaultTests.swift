import Ciphers
import Foundation
import LicenseMessages
import PresentationFixtures
import Rehearsal
import Testing

@testable import LicenseFlows

/// R05: certificates that devices or requests cannot use.
struct CertificateFaultTests {
    /// Lets the rehearsal use other credentials.
    private static func use(_ planted: inout PlantedFlow, _ identity: EphemeralIdentity, der: [UInt8]? = nil)
    {
        planted.request.credentials = LicenseCredentials(
            certificateDER: der ?? identity.certificateDER,
            privateKey: identity.privateKey,
            applicationSecret: .random()
        )
    }

    static let faults: [PlantedFault] = [
        PlantedFault(.certificate, "PEM", says: "PEM") {
            let identity = try EphemeralIdentity(size: .bits1024, commonName: "x")
            use(&$0, identity, der: identity.certificatePEM)
        },
        PlantedFault(.certificate, "no certificate", says: "not an X.509 certificate") {
            let identity = try EphemeralIdentity(size: .bits1024, commonName: "x")
            use(&$0, identity, der: Array("<html>Not found</html>".utf8))
        },
        PlantedFault(.certificate, "cut short", says: "not an X.509 certificate") {
            $0.faults.certificate = { LicenseResponse(status: 200, body: $0.body.dropLast(1)) }
        },
        PlantedFault(.certificate, "expired", says: "not valid now") {
            let start = Date().addingTimeInterval(-86_400 * 2)
            use(
                &$0,
                try EphemeralIdentity(size: .bits1024, commonName: "x", validFrom: start, validFor: 3600)
            )
        },
        PlantedFault(.certificate, "not valid yet", says: "not valid now") {
            let start = Date().addingTimeInterval(86_400)
            use(&$0, try EphemeralIdentity(size: .bits1024, commonName: "x", validFrom: start))
        },
        PlantedFault(.certificate, "the server has none", says: "HTTP status 404") {
            $0.faults.certificate = { _ in LicenseResponse(status: 404, body: []) }
        },
        PlantedFault(.certificate, "RSA of 3072 bits", says: "3072 bits") {
            let script =
                "openssl req -x509 -newkey rsa:3072 -nodes -subj /CN=x -keyout /dev/null -outform DER -out \"$0\" 2>/dev/null"
            let file = $0.folder.path + "/big.der"
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", script, file]
            try process.run()
            process.waitUntilExit()
            let der = try $0.folder.read("big.der")
            $0.faults.certificate = { _ in LicenseResponse(status: 200, body: der) }
        },
    ]

    @Test(arguments: faults)
    func `A certificate that cannot be used is told as R05`(_ fault: PlantedFault) throws {
        try fault.check()
    }
}
