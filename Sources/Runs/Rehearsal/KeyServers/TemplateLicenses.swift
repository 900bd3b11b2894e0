import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages

/// The end of the way for keys of a template: a client's request, the key security module with the exported file, and the license.
///
/// D is a stand-in, certificate and ASk are thrown away.
struct TemplateLicenses {
    /// One pair for all templates of the process: it takes more time to make than all requests.
    private static let credentials = Result { try LicenseCredentials.throwAway() }

    let module: KeySecurityModule
    private let certificate: LicenseCertificate
    private let applicationSecret: ApplicationSecretKey

    /// A module with a file, in which keys are found in one way.
    ///
    /// - Throws: `CertificateError` where no certificate can be made.
    init(_ keys: ExportedKeys, _ way: KSMLookup.Way = .assetID) throws {
        let credentials = try Self.credentials.get()
        certificate = try LicenseCertificate(der: credentials.certificateDER)
        applicationSecret = credentials.applicationSecret
        guard let privateKey = credentials.privateKey else { throw CertificateError.wrongKey }
        module = KeySecurityModule(
            KSMLookup(keys, way),
            certificateHash: certificate.hash,
            privateKey: privateKey,
            applicationSecret: applicationSecret,
            function: StandInDeviceKeyFunction()
        )
    }

    /// Asks for a license as an app does.
    ///
    /// - Parameters:
    ///   - assetID: what the app cut out of the key URI.
    ///   - record: the key that has to come.
    /// - Returns: what went wrong, in words; nil for a license with key and IV of the record.
    /// - Throws: `LicenseRequestError` for an asset id that no client can send.
    func fault(of assetID: [UInt8], _ record: KeyRecord) throws -> String? {
        try fault(of: assetID, record) { spc in try module.license(for: spc) }
    }

    /// Asks for a license as an app does, of a server that has the module.
    ///
    /// - Parameters:
    ///   - assetID: what the app cut out of the key URI.
    ///   - record: the key that has to come.
    ///   - license: gives the CKC for an SPC.
    /// - Returns: what went wrong, in words; nil for a license with key and IV of the record.
    /// - Throws: `LicenseRequestError` for an asset id that no client can send, and what `license` throws beside refusals.
    func fault(
        of assetID: [UInt8],
        _ record: KeyRecord,
        license: (_ spc: [UInt8]) throws -> [UInt8]
    ) throws -> String? {
        let request = try LicenseRequest(
            assetID: assetID,
            certificate: certificate,
            applicationSecret: applicationSecret,
            function: StandInDeviceKeyFunction(),
            playbackState: MediaPlaybackState(
                creationDate: UInt32(clamping: Int(Date().timeIntervalSince1970)),
                state: .readyToStart,
                sessionID: 1
            )
        )
        let opened: OpenedLicense
        do {
            opened = try request.open(ckc: try license(request.spc))
        } catch let refusal as KSMRefusal {
            return "\(refusal.status.rawValue): \(refusal.message)"
        } catch let error as LicenseServiceError {
            return "\(error)"
        } catch let error as LicenseAnswerError {
            return "\(error)"
        }
        guard opened.key == record.key, opened.iv == record.iv else { return "another key or IV comes" }
        return nil
    }
}
