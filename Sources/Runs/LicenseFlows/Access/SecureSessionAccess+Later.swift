import EntitlementMessages
import FoundationEssentials
import KeyRecordFormats
import LicenseMessages
import ProtectionTerms
import Rehearsal

extension SecureSessionAccess {
    /// The maximum number of sessions to set up until one is refused.
    private static let sessionAttempts = 16

    /// Checks sessions (step R12): heartbeats, renewal, further sessions up to the limit, teardown, and a new
    /// session.
    func checkSessions(
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        license: (LicenseRoute) -> LicenseRenewalReason.Answer,
        _ result: inout StepResult
    ) {
        guard var session = session.withLock({ $0 }) else {
            if sessionMode == .createdByLicense {
                result.warn(
                    at: key.location,
                    "the licenses have no sessionToken: no session is enforced, and none was renewed",
                    remedy: "Rehearse \(CommandOption.ssm) 1 if the app sends heartbeats."
                )
            }
            return
        }
        guard sessionMode == .setUpByApp else {
            checkLease(session, license(renewal(session)), key, &result)
            return
        }
        let found = try? exportedKey(requestedID, key)
        let title = found?.exportedKey.contentID ?? contentID ?? ""
        guard checkHeartbeats(&session, key, &result) else { return }
        if earlyEndReason == nil {
            checkLease(session, license(renewal(session)), key, &result)
            checkSessionLimit(title, key, &result)
        } else {
            // No license is requested, but the file has the lease that a license would contain.
            checkLease(of: found?.exportedKey.terms.leaseSeconds ?? 0, session, key, &result)
        }
        self.session.withLock { $0 = nil }
        tearDown(session, key, &result)
        checkNewSession(title, key, &result)
    }

    /// Returns the address of a renewal, which is authorized by the session token alone.
    private func renewal(_ session: AppSession) -> LicenseRoute {
        LicenseRoute(
            url: addresses.license + (addresses.license.contains("?") ? "&" : "?") + "renew=true",
            headers: [
                AppRequest.Header(name: "Accept", value: "application/json"),
                AppRequest.Header(name: "nv-authorizations", value: session.token),
            ],
            answer: .ckcMessage,
            isExternal: isExternal
        )
    }

    /// Sends two heartbeats; each has to return a new token, after which the old one has to be invalid.
    private func checkHeartbeats(_ session: inout AppSession, _ key: KeyUse, _ result: inout StepResult)
        -> Bool
    {
        for _ in 0..<2 {
            let old = session.token
            switch post(.heartbeat, "heartbeat", old) {
            case .failure(let failure):
                result.fail(at: key.location, failure.message, remedy: failure.remedy)
                return false
            case .success(let body):
                guard let answer = try? SessionAnswer(readingHeartbeat: body) else {
                    result.fail(
                        at: key.location,
                        "the answer to a heartbeat has no sessionToken",
                        remedy: "Give a new token with each heartbeat."
                    )
                    return false
                }
                result.countRun(request: "a heartbeat", result: "a new session token")
                guard answer.sessionToken != old else {
                    result.fail(
                        at: key.location,
                        "a heartbeat gives the same session token again",
                        remedy: "Give a new token with each heartbeat."
                    )
                    return false
                }
                session.token = answer.sessionToken
                // Stores the new token at once, because the old one can no longer end the session.
                self.session.withLock { $0?.token = answer.sessionToken }
            }
            if case .success = post(.heartbeat, "heartbeat", old) {
                result.warn(
                    at: key.location,
                    "a session token is accepted after the heartbeat that replaced it",
                    remedy: "Let each heartbeat invalidate the old token."
                )
            }
        }
        return true
    }

    /// Checks that the session token alone renews a license, and that the lease lasts until the next
    /// heartbeat.
    private func checkLease(
        _ session: AppSession,
        _ answer: LicenseRenewalReason.Answer,
        _ key: KeyUse,
        _ result: inout StepResult
    ) {
        switch answer {
        case .none(let reason):
            result.fail(
                at: key.location,
                "no license is renewed with the session's token: \(reason)",
                remedy:
                    "Let the license server accept the session's token alone if renew=true is in the query."
            )
        case .license(let license):
            let lease = license.duration?.leaseSeconds ?? 0
            result.countRun(
                request: "a renewal with the session's token",
                result: lease > 0 ? "a license, lease \(lease) s" : "a license, no lease"
            )
            checkLease(of: Int(lease), session, key, &result)
        }
    }

    /// Checks that a lease lasts until the next heartbeat; 0 means no lease.
    private func checkLease(of lease: Int, _ session: AppSession, _ key: KeyUse, _ result: inout StepResult) {
        guard lease > 0, lease < session.heartbeatInterval else { return }
        result.fail(
            at: key.location,
            "the lease of \(lease) s is shorter than the interval of heartbeats (\(session.heartbeatInterval) s)",
            remedy:
                "Demand a lease of at least \(session.heartbeatInterval) s (keys policy \(CommandOption.lease))."
        )
    }

    /// Sets up sessions until one is refused, and ends them.
    private func checkSessionLimit(_ title: String, _ key: KeyUse, _ result: inout StepResult) {
        var others: [AppSession] = []
        var refusal: AppSession.Failure?
        while refusal == nil, others.count < Self.sessionAttempts {
            switch setUp(contentToken(title)) {
            case .success(let session): others.append(session)
            case .failure(let failure): refusal = failure
            }
        }
        result.countRun(
            request: "further sessions",
            result:
                "\(others.count) of them, then \(refusal?.code.map { "error \($0.rawValue)" } ?? "none refused")"
        )
        if others.isEmpty {
            result.warn(
                at: key.location,
                "the account may have only one session: picture in picture and a change of title need a second one for a moment",
                remedy: "Allow two, or tear down before the next title."
            )
        }
        if let refusal, refusal.code != .tooManySessions {
            result.fail(
                at: key.location,
                "a session over the limit is refused without errorCode \(LicenseServiceError.Code.tooManySessions.rawValue): \(refusal.message)",
                remedy: "Answer with that errorCode: apps use it to inform their users."
            )
        }
        for other in others { tearDown(other, key, &result) }
    }

    private func tearDown(_ session: AppSession, _ key: KeyUse, _ result: inout StepResult) {
        switch post(.sessionTearDown, "teardown", session.token) {
        case .success: result.countRun(request: "a teardown", result: "HTTP status 200")
        case .failure(let failure): result.fail(at: key.location, failure.message, remedy: failure.remedy)
        }
        guard case .success = post(.heartbeat, "heartbeat", session.token) else { return }
        result.warn(
            at: key.location,
            "a session continues after its teardown",
            remedy: "End sessions that are torn down: they count toward the limit of the account."
        )
    }

    /// Sets up a new session with a fresh content token, as an app does after returning from the background.
    private func checkNewSession(_ title: String, _ key: KeyUse, _ result: inout StepResult) {
        switch setUp(contentToken(title)) {
        case .failure(let failure):
            result.fail(
                at: key.location,
                "after a teardown no new session is set up: \(failure.message)",
                remedy: failure.remedy
            )
        case .success(let session):
            result.countRun(request: "a new session after the teardown", result: "a session")
            tearDown(session, key, &result)
        }
    }
}
