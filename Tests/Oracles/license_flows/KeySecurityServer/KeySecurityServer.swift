import Ciphers
import Foundation
import KeyRecordFormats
import LicenseFlows
import LicenseMessages
import Rehearsal
import WipedMemory

/// Our key security module for an exported file, for clients of other projects; runs until its input ends.
///
///     KeySecurityServer EXPORT FORMAT CERTIFICATE PRIVATE_KEY ASK_FILE
///
/// Prints `listening on URL`, the URL for license requests.
@main
struct KeySecurityServer {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 5 else { exit(64) }
        let server: LicenseServer
        do {
            server = try start(arguments)
        } catch {
            try FileHandle.standardError.write(contentsOf: Data("error: \(error)\n".utf8))
            exit(65)
        }
        try FileHandle.standardOutput.write(contentsOf: Data("listening on \(server.licenseURL)\n".utf8))
        _ = try FileHandle.standardInput.readToEnd()
        server.stop()
    }

    private static func start(_ arguments: [String]) throws -> LicenseServer {
        var export = try contents(arguments[0])
        let input = ImportInput(taking: &export, name: arguments[0])
        let certificate = try contents(arguments[2])
        let module = KeySecurityModule(
            KSMLookup(try ExportedKeys(reading: input, as: arguments[1], ImportSettings())),
            certificateHash: SHA1.digest(of: certificate),
            privateKey: try PrivateKey(
                reading: SecretBytes(copying: contents(arguments[3])),
                minimumSize: .bits1024
            ),
            applicationSecret: try ApplicationSecretKey(
                reading: SecretBytes(copying: contents(arguments[4]))
            ),
            function: StandInDeviceKeyFunction()
        )
        return try LicenseServer(module, certificate: certificate, function: "a stand-in")
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
