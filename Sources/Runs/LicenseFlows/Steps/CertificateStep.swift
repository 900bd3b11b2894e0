import Ciphers
import FoundationEssentials
import LicenseMessages
import ProtectionTerms

/// The check of the certificate that an app encrypts its SPC to (step R05).
enum CertificateStep {
    /// Checks a certificate as a device does.
    ///
    /// - Parameters:
    ///   - response: the server's answer, or nil if the certificate was given as a file.
    ///   - der: the bytes of the file.
    /// - Returns: the step, and the certificate or nil if SPCs cannot be generated with it.
    static func walk(
        response: LicenseResponse?,
        der: [UInt8]
    ) -> (result: StepResult, certificate: LicenseCertificate?) {
        var result = StepResult()
        var bytes = der
        var requestDescription = "the certificate of the file"
        if let response {
            requestDescription = "the certificate of the server"
            bytes = response.body
            guard response.status == 200 else {
                result.fail(
                    at: nil,
                    "the server gives no certificate (HTTP status \(response.status), expected 200)",
                    remedy:
                        "Correct the address, or give the certificate as a file (\(CommandOption.certificate))."
                )
                return (result, nil)
            }
        }
        do throws(CertificateError) {
            let certificate = try LicenseCertificate(der: bytes)
            result.countRun(
                request: requestDescription,
                result:
                    "\(bytes.count) bytes of DER, RSA of \(certificate.details.bitCount) bits, for SPCs of version "
                    + "\(certificate.version.rawValue)"
            )
            if !certificate.isValid(at: Date()) {
                result.fail(
                    at: nil,
                    "the certificate is not valid now (it is valid from \(certificate.details.notBefore) to "
                        + "\(certificate.details.notAfter))",
                    remedy: "Ask Apple for a new one: devices refuse it (-42679)."
                )
            }
            if certificate.version.isUnproven {
                result.warn(
                    at: nil,
                    "the format of SPCs of version 2, for certificates of RSA with 2048 bits, is known from one public description and no test vector",
                    remedy: "Check a captured SPC, too (\(CommandOption.capturedSPC))."
                )
            }
            return (result, certificate)
        } catch {
            result.fail(
                at: nil,
                "the certificate cannot be used: \(error)",
                remedy: "Give the certificate that Apple issued, in DER."
            )
            return (result, nil)
        }
    }
}
