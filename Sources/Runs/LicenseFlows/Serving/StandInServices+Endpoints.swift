import EntitlementMessages
import ProtectionTerms
import Rehearsal

extension StandInServices {
    /// The paths of endpoints after the token of the run, with descriptions.
    var endpoints: [(path: String, words: String)] {
        var endpoints: [(path: String, words: String)] = [
            ("/\(Self.media)\(request.playlistPath ?? "")", "the presentation")
        ]
        for flow in request.flows {
            switch flow {
            case .ksm, .hardCoded:
                endpoints.append(("/\(Self.certificate)", "GET: the certificate, in DER"))
                endpoints.append(("/\(Self.license)", "POST: an SPC; the answer is a CKC"))
            case .token:
                endpoints.append(
                    ("/\(Self.token)?asset_id=ID", "GET: the token URL for an asset id, from your server")
                )
            case .entitlement:
                endpoints.append(
                    ("/\(Self.entitlement)", "POST: an entitlement request (JSON), to your server")
                )
            case .tokenURL: break
            case .nagraSSP, .nagraSSM:
                endpoints.append(
                    ("/\(Self.contentToken)?content_id=ID", "GET: a content token, from your backend")
                )
                endpoints.append((SecureSessionServers.certificatePath, "GET: the certificate"))
                endpoints.append((SecureSessionServers.licensePath, licenseDescription))
                if flow == .nagraSSM, request.sessionVersion == 1 {
                    endpoints.append(
                        (
                            SecureSessionServers.sessionPath + "setup",
                            "POST: a session; heartbeat and teardown, too"
                        )
                    )
                }
            case .keyDelivery:
                endpoints.append((ServedKeys.path + "N", "GET: an identity key, as named in key lines"))
            case .cenc: break
            }
            if flow.isOfTokens {
                endpoints.append((TokenRequest.path, "GET, POST: a token, for key and IV"))
                endpoints.append((TokenService.licensePath, "POST: an SPC, at a token URL"))
                endpoints.append(("/\(Self.certificate)", "GET: the certificate, in DER"))
            }
        }
        var seen: Set<String> = []
        return endpoints.filter { seen.insert($0.path).inserted }
    }

    /// The description of NAGRA's license endpoint, which says that the form for SSM version 2 is an
    /// assumption.
    private var licenseDescription: String {
        let description = "POST: an SPC, with nv-authorizations"
        guard request.flows.contains(.nagraSSM), request.sessionVersion == 2 else { return description }
        return description
            + "; its license makes and keeps the session (SSM version 2, which is not public: path and form are assumed)"
    }
}
