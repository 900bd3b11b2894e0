import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import LicenseMessages
import ProtectionTerms
import ProviderTemplates

/// The check of a template's license flow for one key: the address in the key URI, the token, the license.
struct TemplateFlowCheck {
    /// A fault of the flow.
    struct Fault: Hashable {
        let rule: String
        let message: String
        var isWarning = false
    }

    let flow: LicenseFlow
    let parameters: FlowParameters
    let isTestOnly: Bool
    let exportedKeys: ExportedKeys
    let licenses: TemplateLicenses

    /// Runs the flow.
    ///
    /// - Parameters:
    ///   - uri: the key URI.
    ///   - assetID: the asset id that apps extract from the URI, or nil if they extract none.
    ///   - record: the key record.
    /// - Returns: the faults.
    /// - Throws: errors unrelated to the template.
    func faults(of uri: String, assetID: [UInt8]?, _ record: KeyRecord) throws -> [Fault] {
        switch flow {
        case .ksm, .hardCoded, .keyDelivery, .cenc: return []
        case .token: return try tokenFaults(for: record)
        case .entitlement:
            var faults = addressFaults(uri)
            if let assetID, String(validating: assetID, as: UTF8.self) == nil {
                faults.append(
                    Fault(
                        rule: "no-entitlement",
                        message:
                            "the content id is not UTF-8, which JSON cannot represent. Correct the key URI or asset_id."
                    )
                )
            }
            return try faults + tokenFaults(for: record)
        case .tokenURL:
            let tokenFault = Fault(
                rule: "token-in-uri",
                message:
                    "the key URI contains a token that everyone can read, and AirPlay and renewals use it again. Set test_only: yes, or let "
                    + "the app get a token for each request (flow: token).",
                isWarning: true
            )
            return addressFaults(uri) + (isTestOnly ? [] : [tokenFault])
        case .nagraSSP, .nagraSSM: return try sessionFaults(assetID ?? [], record)
        }
    }

    /// Checks the address that an app derives from the key URI.
    private func addressFaults(_ uri: String) -> [Fault] {
        let message: String
        if let url = TokenURL.replacingScheme(uri) {
            switch TokenURL.fault(of: url) {
            case nil: return []
            case .whitespace?: message = "the address in the key URI has white space in it. Encode it."
            case .notPlain?:
                message =
                    "the address in the key URI has more than \(TokenURL.byteLimit) bytes, or bytes that are not ASCII. Shorten it, or percent-encode these bytes."
            case .noHost?, .port?:
                message =
                    "the address in the key URI has no valid host and port. Write skd://HOST/PATH."
            case .notHTTPS?:
                message =
                    "the address in the key URI is not an https address, and App Transport Security lets apps use only https. Use an https address."
            }
        } else {
            message =
                "an app that replaces skd:// with https:// finds no address in the key URI. Write skd://HOST/PATH."
        }
        return [Fault(rule: "no-address", message: message)]
    }

    /// Requests a token for the key, and a license with it.
    private func tokenFaults(for record: KeyRecord) throws -> [Fault] {
        do throws(TokenRefusal) {
            let tokens = TokenService()
            let token = tokens.token(for: try TokenRequest(key: record.key, iv: record.iv))
            return licenseFaults(record, Array("rehearsal".utf8)) { spc in
                try licenses.module.license(for: spc) { (_) throws(KSMRefusal) in
                    do throws(TokenRefusal) {
                        return try tokens.redeem(token)
                    } catch {
                        throw KSMRefusal(.lookup, .noContentKey, error.message, remedy: "")
                    }
                }
            }
        } catch {
            return [Fault(rule: "no-token", message: "the token service refuses a key (\(error)).")]
        }
    }

    /// Gets a content token, a session if the flow has one, and a license.
    private func sessionFaults(_ assetID: [UInt8], _ record: KeyRecord) throws -> [Fault] {
        let object: SignallingObject
        do throws(EntitlementMessageError) {
            object = try SignallingObject(reading: assetID)
        } catch {
            return [
                Fault(
                    rule: "no-signalling",
                    message:
                        "the text after skd:// in the key URI is not JSON with ContentId, KeyId and IV in base64url. Write it that way."
                )
            ]
        }
        guard object.keyID == record.keyID, object.iv == record.iv.bytes else {
            return [
                Fault(
                    rule: "no-signalling",
                    message:
                        "KeyId or IV in the key URI is not that of the key record. Make them from {key_id} and {iv}."
                )
            ]
        }
        let sessionMode: SecureSessionService.SessionMode =
            flow == .nagraSSP ? .none : parameters.sessionManager == 2 ? .createdByLicense : .setUpByApp
        let service = SecureSessionService(exportedKeys, sessionMode)
        let contentToken = service.contentToken(for: record.identity.contentID.value)
        do throws(LicenseServiceError) {
            let session = sessionMode == .setUpByApp ? try service.setUp(contentToken).sessionToken : nil
            let authorizations = contentToken + (session.map { "," + $0 } ?? "")
            return licenseFaults(record, assetID) { spc in
                try service.license(authorizations, spc: spc, isRenewal: false, licenses.module).ckc
            }
        } catch {
            return [Fault(rule: "no-session", message: "the session manager refuses (\(error)).")]
        }
    }

    private func licenseFaults(
        _ record: KeyRecord,
        _ assetID: [UInt8],
        _ license: ([UInt8]) throws -> [UInt8]
    ) -> [Fault] {
        // Errors unrelated to the template are also reported as a missing license.
        let result = Result { try licenses.fault(of: assetID, record, license: license) }
        switch result {
        case .success(nil): return []
        case .success(let message?):
            return [Fault(rule: "no-license", message: "the flow gives no license (\(message)).")]
        case .failure(let error):
            return [Fault(rule: "no-license", message: "the flow gives no license (\(error)).")]
        }
    }
}
