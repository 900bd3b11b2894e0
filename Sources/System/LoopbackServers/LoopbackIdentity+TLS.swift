import HummingbirdTLS
import NIOSSL
import WipedMemory

extension LoopbackIdentity {
    /// What swift-nio-ssl needs, for TLS 1.2 or later; the text of the private key is wiped, and what is made of it stays.
    borrowing func configuration() throws(LoopbackServerError) -> TLSConfiguration {
        guard !certificatePEM.isEmpty, !certificatePEM.contains(0) else {
            throw .badIdentity("the certificate is empty, or has a zero byte")
        }
        let certificates: [NIOSSLCertificate]
        do {
            certificates = try NIOSSLCertificate.fromPEMBytes(certificatePEM)
        } catch {
            throw .badIdentity("the certificate is no PEM")
        }
        guard !certificates.isEmpty else { throw .badIdentity("there is no certificate") }
        // One array from the beginning: one that grows leaves copies.
        var key = privateKeyPEM.withSpan { span in span.indices.map { span[$0] } }
        defer { secureErase(&key) }
        guard !key.isEmpty, !key.contains(0) else {
            throw .badIdentity("the private key is empty, or has a zero byte")
        }
        var configuration: TLSConfiguration
        do {
            configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: key, format: .pem))
            )
        } catch {
            throw .badIdentity("the private key is no PEM, or has a passphrase")
        }
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}
