import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseMessages

/// The license requests for keys of a template: a client's SPC, the key security module with the exported
/// file, the CKC.
///
/// The function D is a stand-in; certificate and ASk are temporary.
struct TemplateLicenses {
    /// The credentials for all templates of the process, because generating them takes longer than all
    /// requests.
    private static let credentials = Result { try LicenseCredentials.temporary() }

    let module: KeySecurityModule
    private let certificate: LicenseCertificate
    private let applicationSecret: ApplicationSecretKey

    /// Creates a key security module over a file, with one way of finding keys.
    ///
    /// - Throws: `CertificateError` if no certificate can be generated.
    init(_ keys: ExportedKeys, _ criterion: KSMLookup.Criterion = .assetID) throws {
        let credentials = try Self.credentials.get()
        certificate = try LicenseCertificate(der: credentials.certificateDER)
        applicationSecret = credentials.applicationSecret
        guard let privateKey = credentials.privateKey else { throw CertificateError.wrongKey }
        module = KeySecurityModule(
            KSMLookup(keys, criterion),
            certificateHash: certificate.hash,
            privateKey: privateKey,
            applicationSecret: applicationSecret,
            function: StandInDeviceKeyFunction()
        )
    }

    /// Requests a license as an app does.
    ///
    /// - Parameters:
    ///   - assetID: the asset id that the app extracted from the key URI.
    ///   - record: the record of the expected key.
    /// - Returns: a description of the fault, or nil if the license has key and IV of the record.
    /// - Throws: `LicenseRequestError` for an asset id that no client can send.
    func fault(of assetID: [UInt8], _ record: KeyRecord) throws -> String? {
        try fault(of: assetID, record) { spc in try module.license(for: spc) }
    }

    /// Requests a license as an app does, from a server that contains the module.
    ///
    /// - Parameters:
    ///   - assetID: the asset id that the app extracted from the key URI.
    ///   - record: the record of the expected key.
    ///   - license: returns the CKC for an SPC.
    /// - Returns: a description of the fault, or nil if the license has key and IV of the record.
    /// - Throws: `LicenseRequestError` for an asset id that no client can send, and errors of `license` other
    ///   than refusals.
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
            opened = try request.decrypt(ckc: try license(request.spc))
        } catch let refusal as KSMRefusal {
            return "\(refusal.status.rawValue): \(refusal.message)"
        } catch let error as LicenseServiceError {
            return "\(error)"
        } catch let error as LicenseAnswerError {
            return "\(error)"
        }
        guard opened.key == record.key, opened.iv == record.iv else {
            return "the license has another key or IV"
        }
        return nil
    }
}
