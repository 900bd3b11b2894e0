import Foundation
import LoopbackServers
import WipedMemory

/// A self-signed RSA certificate from `openssl req`, for localhost, 127.0.0.1 and keys.example.com.
struct TestIdentity {
    let certificate: [UInt8]
    let key: [UInt8]

    /// Two unrelated identities, generated once per test run.
    static let server = TestIdentity()
    static let stranger = TestIdentity()

    /// Generates an identity with a new key.
    init(keyBits: Int = 2048) {
        let directory = FileManager.default.temporaryDirectory.path + "/loopback-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "rsa:\(keyBits)", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:keys.example.com",
            "-keyout", directory + "/key", "-out", directory + "/certificate",
        ]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        certificate = [UInt8](FileManager.default.contents(atPath: directory + "/certificate") ?? Data())
        key = [UInt8](FileManager.default.contents(atPath: directory + "/key") ?? Data())
    }

    /// The identity in the form that a server is started with.
    var identity: LoopbackIdentity {
        LoopbackIdentity(certificatePEM: certificate, privateKeyPEM: SecretBytes(copying: key))
    }
}
