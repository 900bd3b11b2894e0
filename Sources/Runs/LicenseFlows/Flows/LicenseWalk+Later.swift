import Ciphers
import LicenseMessages
import Presentations

extension LicenseWalk {
    /// Requests the keys again, as devices do during playback (step R12).
    mutating func renew(_ client: LicenseClient) {
        let delivered = licenses.compactMapValues(\.self)
        var result = RotationCheck(input.keys, input.presentation).check(
            licenses: delivered.mapValues(\.key)
        )
        if let reason = access.earlyEndReason {
            result.skip(reason)
        } else {
            renew(delivered, client, &result)
        }
        if let first = delivered.min(by: { $0.key < $1.key }), result.holds {
            let (requestedID, key) = (first.value.requestedID, input.keys[first.key])
            let form = input.forms[0]
            var isDifferent = false
            access.checkSessions(
                requestedID,
                key,
                license: { route in
                    let answer = Self.answer(.renewal, requestedID, key, form, client, route)
                    if let license = answer.license {
                        isDifferent =
                            isDifferent || license.key != first.value.key || license.iv != first.value.iv
                    }
                    return answer
                },
                &result
            )
            if isDifferent { RenewalCheck.failOther(key, &result) }
        }
        results[.renewal] = result
    }

    /// Requests licenses for the first keys again, for each reason that devices have.
    ///
    /// If each request uses a token of external servers, only the first key is requested for all reasons, and
    /// the others once.
    private func renew(_ delivered: [Int: License], _ client: LicenseClient, _ result: inout StepResult) {
        let sorted = delivered.sorted { $0.key < $1.key }.prefix(RotationCheck.renewalLimit)
        for (number, (index, license)) in sorted.enumerated() {
            let check = RenewalCheck(
                key: input.keys[index],
                targetDuration: input.presentation.longestTargetDuration
            )
            let renewsOnce = number > 0 && access.usesExternalTokens
            for renewalReason in renewsOnce ? [.renewal] : LicenseRenewalReason.allCases {
                guard let answer = ask(renewalReason, license, client, &result) else { continue }
                check.check(answer, renewalReason, of: license.key, license.iv, &result)
                if answer.license == nil { break }
            }
        }
    }

    /// Requests a license again, or returns nil if the flow ends before licenses.
    private func ask(
        _ renewalReason: LicenseRenewalReason,
        _ license: License,
        _ client: LicenseClient,
        _ result: inout StepResult
    ) -> LicenseRenewalReason.Answer? {
        let key = input.keys[license.requestedID.keyIndex]
        let form = input.forms[0]
        var steps = StepResults()
        switch access.route(to: license.requestedID, key, &steps) {
        case .end: return nil
        case .miss(let error):
            return LicenseRenewalReason.Answer.none(
                "\(error.status)" + (error.message.map { ": \($0)" } ?? "")
            )
        case .failed:
            return LicenseRenewalReason.Answer.none(
                "no request is sent: " + (steps.firstError ?? "no license URL")
            )
        case .route(let route):
            let answer = Self.answer(renewalReason, license.requestedID, key, form, client, route)
            if renewalReason == .airPlay, access.usesOneTimeTokens, answer.license != nil {
                let secondAnswer = Self.answer(renewalReason, license.requestedID, key, form, client, route)
                result.countRun(
                    request: "a second license for the same token",
                    result: secondAnswer.license == nil ? "refused" : "a license"
                )
                if secondAnswer.license != nil {
                    result.warn(
                        at: key.location,
                        "a token that opened a license opens another one",
                        remedy:
                            "Let tokens open one license: otherwise anyone who reads a token gets the key."
                    )
                }
            }
            return answer
        }
    }

    private static func answer(
        _ renewalReason: LicenseRenewalReason,
        _ requestedID: AssetIDStep.RequestedID,
        _ key: KeyUse,
        _ form: LicenseRequestForm,
        _ client: LicenseClient,
        _ route: LicenseRoute
    ) -> LicenseRenewalReason.Answer {
        guard
            let request = try? client.request(
                for: requestedID.assetID,
                renewalReason.state,
                on: renewalReason.indicator
            )
        else {
            return .none("no SPC can be made")
        }
        switch client.post(request, uri: key.uri, form, to: route) {
        case .ckc(let ckc):
            guard let license = try? request.decrypt(ckc: ckc) else {
                return .none("the CKC cannot be opened")
            }
            return .license(license)
        case .noCKC: return .none("the answer has no CKC")
        case .refused(let response):
            let error = LicenseServerError(reading: response.body)
            return .none("HTTP status \(response.status)" + (error.map { ", error \($0.status)" } ?? ""))
        case .unreachable(let reason): return .none(reason)
        }
    }
}
