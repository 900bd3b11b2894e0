import Ciphers
import LicenseMessages
import Presentations

extension LicenseWalk {
    /// Requests the keys again, as devices do during playback (step R12).
    mutating func renew(_ client: LicenseClient) {
        let delivered = licenses.compactMapValues(\.self)
        var record = RotationCheck(subject.keys, subject.presentation).record(
            licenses: delivered.mapValues(\.key)
        )
        if let reason = access.endsEarly {
            record.skip(reason)
        } else {
            renew(delivered, client, &record)
        }
        if let first = delivered.min(by: { $0.key < $1.key }), record.holds {
            let (asking, key) = (first.value.asking, subject.keys[first.key])
            let form = subject.forms[0]
            var isOther = false
            access.checkSessions(
                asking,
                key,
                license: { route in
                    let answer = Self.answer(.renewal, asking, key, form, client, route)
                    if let license = answer.license {
                        isOther = isOther || license.key != first.value.key || license.iv != first.value.iv
                    }
                    return answer
                },
                &record
            )
            if isOther { RenewalCheck.failOther(key, &record) }
        }
        records[.renewal] = record
    }

    /// Requests licenses for the first keys again, for each reason that devices have.
    ///
    /// If each request uses a token of external servers, only the first key is requested for all reasons, and
    /// the others once.
    private func renew(_ delivered: [Int: License], _ client: LicenseClient, _ record: inout StepResult) {
        let sorted = delivered.sorted { $0.key < $1.key }.prefix(RotationCheck.renewalLimit)
        for (number, (index, license)) in sorted.enumerated() {
            let check = RenewalCheck(
                key: subject.keys[index],
                targetDuration: subject.presentation.longestTargetDuration
            )
            let isShort = number > 0 && access.usesExternalTokens
            for later in isShort ? [.renewal] : LicenseRenewalReason.allCases {
                guard let answer = ask(later, license, client, &record) else { continue }
                check.check(answer, later, of: license.key, license.iv, &record)
                if answer.license == nil { break }
            }
        }
    }

    /// Requests a license again, or returns nil if the flow ends before licenses.
    private func ask(
        _ later: LicenseRenewalReason,
        _ license: License,
        _ client: LicenseClient,
        _ record: inout StepResult
    ) -> LicenseRenewalReason.Answer? {
        let key = subject.keys[license.asking.key]
        let form = subject.forms[0]
        var steps = StepResults()
        switch access.route(to: license.asking, key, &steps) {
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
            let answer = Self.answer(later, license.asking, key, form, client, route)
            if later == .airPlay, access.usesOneTimeTokens, answer.license != nil {
                let old = Self.answer(later, license.asking, key, form, client, route)
                record.countRun(
                    request: "a second license for the same token",
                    result: old.license == nil ? "refused" : "a license"
                )
                if old.license != nil {
                    record.warn(
                        at: key.place,
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
        _ later: LicenseRenewalReason,
        _ asking: AssetIDStep.Asking,
        _ key: KeyUse,
        _ form: LicenseRequestForm,
        _ client: LicenseClient,
        _ route: LicenseRoute
    ) -> LicenseRenewalReason.Answer {
        guard let request = try? client.request(for: asking.assetID, later.state, on: later.indicator) else {
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
