import Ciphers
import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import Presentations
import ProtectionTerms
import Rehearsal
import Synchronization
import TextFormats

/// The license access of an app of NAGRA's SSP, whose license server requires a content token (step R03).
///
/// With SSM version 1 the app also sets up a session.
final class SecureSessionAccess: LicenseAccess {
    /// The addresses of the servers.
    struct Addresses: Sendable {
        /// The license URL.
        let license: String
        /// The URL of the certificate, or nil if the app has it.
        let certificate: String?
        /// The base URL of the session manager, ending in `/v1` without a slash after it.
        let sessions: String

        /// Returns the URL of an action of the session manager.
        func session(_ action: String) -> String { sessions + "/sessions/" + action }

        /// Returns the base URL for session actions: appends `/v1` if missing, and removes slashes at the
        /// end.
        static func base(_ url: String) -> String {
            var url = url
            while url.hasSuffix("/") { url.removeLast() }
            return url.hasSuffix("/v1") ? url : url + "/v1"
        }
    }

    let addresses: Addresses
    let sessionMode: SecureSessionService.SessionMode
    /// The lookup in the exported file.
    let lookup: SignallingLookup
    /// Returns a content token for a title, as the operator's backend does.
    let contentToken: @Sendable (_ contentID: String) -> String
    /// The title for content tokens, used if the exported file does not tell it.
    let contentID: String?
    let transport: any LicenseTransport
    /// Indicates whether the license server is external.
    let isExternal: Bool
    let earlyEndReason: String?

    /// The current session of the app, or nil for none.
    let session = SharedSession()

    init(
        _ addresses: Addresses,
        _ sessionMode: SecureSessionService.SessionMode,
        _ lookup: SignallingLookup,
        contentID: String?,
        isExternal: Bool,
        earlyEndReason: String?,
        contentToken: @escaping @Sendable (_ contentID: String) -> String,
        over transport: any LicenseTransport
    ) {
        self.addresses = addresses
        self.sessionMode = sessionMode
        self.lookup = lookup
        self.contentID = contentID
        self.isExternal = isExternal
        self.earlyEndReason = earlyEndReason
        self.contentToken = contentToken
        self.transport = transport
    }

    var certificateURL: String? { addresses.certificate }
    var usesOneTimeTokens: Bool { true }
    var usesExternalTokens: Bool { isExternal }

    func exportedKey(_ id: AssetIDStep.RequestedID, _ key: KeyUse) throws(KSMRefusal) -> KSMLookup
        .UsableKey?
    {
        try lookup.key(for: id.assetID, contentID: nil)
    }

    func route(
        to requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> LicenseAccessOutcome {
        guard let object = signallingObject(requestedID, key, &results) else { return .failed }
        let found: KSMLookup.UsableKey
        do throws(KSMRefusal) {
            guard let key = try exportedKey(requestedID, key) else { return .failed }
            found = key
        } catch {
            return .miss(LicenseServerError(error))
        }
        guard object.iv == found.iv.bytes else {
            results[.assetID].fail(
                at: key.location,
                "the IV in \(key.shownURI) is not that of the key in the export (\(found.exportedKey.description)), and the license server takes it from "
                    + "the URI",
                remedy:
                    "Write the IV of the record into the URI (\(CommandOption.template) nagra-ssp), or export the generation that is published."
            )
            return .failed
        }
        let title = found.exportedKey.contentID ?? contentID ?? object.contentID
        if !title.utf8.elementsEqual(object.contentID.utf8) {
            results[.entitlement].warn(
                at: key.location,
                "ContentId in \(key.shownURI) is \(object.contentID), but the key belongs to the title \(title): the license server uses the "
                    + "content token",
                remedy: "Let the backend give tokens for \(title)."
            )
        }
        let token = contentToken(title)
        guard allowsLicense(token, for: title, key, &results[.entitlement]) else { return .failed }
        guard sessionMode == .setUpByApp else {
            results[.entitlement].countRun(
                request: "a content token for \(title)",
                result: "a token of \(token.utf8.count) bytes"
            )
            return outcome(found, token, nil)
        }
        guard let session = currentSession(token, key, &results[.entitlement]) else { return .failed }
        return outcome(found, token, session.token)
    }

    /// Indicates whether a content token's claims allow a license for a title.
    ///
    /// An external license server applies its own clock and rules, so there a fault in the claims is only a
    /// warning.
    private func allowsLicense(
        _ token: String,
        for title: String,
        _ key: KeyUse,
        _ result: inout StepResult
    ) -> Bool {
        let claims: ContentClaims
        do throws(LicenseServiceError) {
            claims = try ContentClaims(readingUnverified: token)
        } catch {
            result.warn(
                at: key.location,
                error.message ?? error.description,
                remedy: "Give tokens as your backend signs them, one in each line."
            )
            return true
        }
        do throws(LicenseServiceError) {
            try claims.check(at: Date(), for: title)
            return true
        } catch {
            result.add(
                FlowFinding(
                    isExternal ? .warning : .error,
                    at: key.location,
                    "\(error.message ?? error.description) (the key belongs to the title \(title))",
                    remedy: "Get a new token for \(title) from your backend."
                )
            )
            return isExternal
        }
    }

    private func outcome(_ found: KSMLookup.UsableKey, _ token: String, _ session: String?)
        -> LicenseAccessOutcome
    {
        if earlyEndReason != nil { return .end(found) }
        let value = token + (session.map { "," + $0 } ?? "")
        return .route(
            LicenseRoute(
                url: addresses.license,
                headers: [
                    AppRequest.Header(name: "Accept", value: "application/json"),
                    AppRequest.Header(name: "nv-authorizations", value: value),
                ],
                answer: .ckcMessage,
                isExternal: isExternal
            )
        )
    }

    private func signallingObject(
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ results: inout StepResults
    ) -> SignallingObject? {
        do throws(EntitlementMessageError) {
            return try SignallingObject(reading: requestedID.assetID)
        } catch {
            results[.assetID].fail(
                at: key.location,
                "\(key.shownURI) is \(error)",
                remedy:
                    "Write ContentId, KeyId and IV as JSON in base64url (\(CommandOption.template) nagra-ssp)."
            )
            return nil
        }
    }

    // MARK: Sessions

    /// Wraps the transport so that a session token in a license answer starts a session (SSM version 2).
    func observing(_ transport: any LicenseTransport) -> any LicenseTransport {
        SessionTransport(transport: transport) { [session, sessionMode] token in
            if sessionMode == .createdByLicense {
                session.withLock { $0 = AppSession(token: token, heartbeatInterval: 0) }
            }
        }
    }

    /// Returns the current session, or sets up a new one.
    private func currentSession(_ token: String, _ key: KeyUse, _ result: inout StepResult) -> AppSession? {
        if let session = session.withLock({ $0 }) { return session }
        switch setUp(token) {
        case .success(let session):
            result.countRun(
                request: "a content token, and a session for it",
                result:
                    "a token of \(token.utf8.count) bytes; a session with heartbeats of \(session.heartbeatInterval) s"
            )
            self.session.withLock { $0 = session }
            return session
        case .failure(let failure):
            result.fail(at: key.location, failure.message, remedy: failure.remedy)
            return nil
        }
    }

    /// Sets up a session with a content token.
    func setUp(_ token: String) -> Result<AppSession, AppSession.Failure> {
        post(.sessionSetUp, "setup", token).flatMap { body in
            do throws(EntitlementMessageError) {
                let answer = try SessionAnswer(readingSetUp: body)
                return .success(
                    AppSession(token: answer.sessionToken, heartbeatInterval: answer.heartbeat ?? 0)
                )
            } catch {
                // The server may have created a session anyway, which counts toward the account's limit.
                if let createdSession = try? SessionAnswer(readingHeartbeat: body) {
                    end(createdSession.sessionToken)
                }
                return .failure(
                    AppSession.Failure(message: "\(error)", remedy: "Answer with sessionToken and heartbeat.")
                )
            }
        }
    }

    /// Ends the session that is left over if a step failed; otherwise step R12 has ended it.
    func end() {
        let token = session.withLock { session in
            defer { session = nil }
            return session?.token
        }
        if let token, sessionMode == .setUpByApp { end(token) }
    }

    /// Ends a session, ignoring the result.
    private func end(_ token: String) { _ = post(.sessionTearDown, "teardown", token) }

    /// Posts an action to the session manager.
    ///
    /// - Parameters:
    ///   - purpose: the purpose of the request.
    ///   - action: the last path element: `setup`, `heartbeat` or `teardown`.
    ///   - authorization: the content token or session token to send.
    /// - Returns: the body of an answer with status 200, or a failure.
    func post(
        _ purpose: AppRequest.Purpose,
        _ action: String,
        _ authorization: String
    ) -> Result<[UInt8], AppSession.Failure> {
        var request = AppRequest(
            purpose,
            addresses.session(action),
            posting: Array("{}".utf8),
            as: "application/json"
        )
        request.headers.append(AppRequest.Header(name: "nv-authorizations", value: authorization))
        let response: LicenseResponse
        do throws(LicenseTransportError) {
            response = try transport.perform(request)
        } catch {
            return .failure(
                AppSession.Failure(
                    message: "the request to the session manager failed: \(error.reason)",
                    remedy: "Start it, or correct its address (\(CommandOption.ssmURL))."
                )
            )
        }
        guard response.status == 200 else {
            let error = LicenseServiceError(reading: response.body)
            let serverMessage =
                error?.message.map { RedactedServerMessage.shown($0, answering: request) } ?? ""
            return .failure(
                AppSession.Failure(
                    code: error?.code,
                    message: "the session manager refuses the \(action): HTTP status \(response.status)"
                        + (error.map { ", \($0.errorCode)" } ?? "")
                        + (serverMessage.isEmpty ? "" : ": " + serverMessage),
                    remedy: error?.code == .tooManySessions
                        ? "Tear down sessions that have ended, or allow more."
                        : "Check its log, and the token that was sent."
                )
            )
        }
        return .success(response.body)
    }
}
