import ProtectionTerms
import Testing

@testable import LicenseFlows

/// The faults of `serve --fail`, by flow and step.
struct InjectedFaultTests {
    @Test(arguments: [
        (LicenseFlow.ksm, "R07:-42589", FlowStep.opening, InjectedFault.Effect.number(-42589)),
        (.entitlement, "R03:denied", .entitlement, .denied),
        (.entitlement, "R03:401", .entitlement, .status(401)),
        (.nagraSSP, "R03:denied", .entitlement, .denied),
        (.nagraSSP, "R03:4005", .entitlement, .number(4005)),
        (.nagraSSM, "R03:1007", .entitlement, .number(1007)), (.token, "R04:-4010", .token, .number(-4010)),
        (.tokenURL, "R04:503", .token, .status(503)), (.hardCoded, "R05:404", .certificate, .status(404)),
        (.ksm, "R06:500", .request, .status(500)), (.ksm, "R06:-42585", .request, .number(-42585)),
        (.ksm, "R07:-42580", .opening, .number(-42580)), (.nagraSSP, "R06:1001", .request, .number(1001)),
        (.nagraSSP, "R07:2001", .opening, .number(2001)), (.nagraSSM, "R08:2103", .lookup, .number(2103)),
        (.ksm, "R08:-42584", .lookup, .number(-42584)), (.nagraSSP, "R08:4011", .lookup, .number(4011)),
        (.token, "R10:key", .answer, .otherKey), (.ksm, "R10:iv", .answer, .otherIV),
        (.nagraSSM, "R12:refused", .renewal, .refused), (.keyDelivery, "R06:401", .request, .status(401)),
        (.keyDelivery, "R08:404", .lookup, .status(404)),
    ])
    func `A fault is read`(flow: LicenseFlow, text: String, step: FlowStep, effect: InjectedFault.Effect)
        throws
    {
        let fault = try InjectedFault(text, isOnce: true, flows: [flow])
        #expect(fault.step == step)
        #expect(fault.effect == effect)
        #expect(fault.canHappen(in: flow))
    }

    /// Faults that no flow has, and faults that only other flows have, are refused.
    @Test(
        arguments: [
            (
                .ksm,
                [
                    "", "R07", "R07:", "R99:1", "R01:1", "R11:1", "R07:200", "R07:600", "R10:x", "R12:500",
                    "r07:-42589", "R07:+500",
                ]
            ),
            (.ksm, ["R03:denied", "R03:500", "R04:-4010", "R04:500", "R07:1007", "R08:4011"]),
            (
                .ksm,
                ["R06:-42584", "R06:-42589", "R07:-42584", "R08:-42589", "R08:-42580", "R10:500", "R12:key"]
            ),
            (.token, ["R03:denied", "R04:-1", "R04:denied", "R04:-42584"]),
            (.entitlement, ["R03:1007", "R03:4000", "R03:-6003"]),
            (
                .nagraSSP,
                ["R03:1007", "R04:-4010", "R04:500", "R06:-42581", "R07:-42589", "R07:1001", "R08:-42584"]
            ),
            (.nagraSSM, ["R03:4011", "R04:500", "R07:-42589"]),
            (.keyDelivery, ["R03:500", "R05:404", "R07:500", "R08:-42584", "R10:key", "R12:refused"]),
        ] as [(LicenseFlow, [String])]
    )
    func `What the flow cannot have is refused`(flow: LicenseFlow, texts: [String]) {
        for text in texts {
            let error = #expect(throws: InjectedFaultError.self, "\(text)") {
                _ = try InjectedFault(text, isOnce: false, flows: [flow])
            }
            #expect(
                error?.reason.contains(flow.rawValue) == true && error?.reason.contains("expected") == true
            )
        }
    }

    @Test func `Of several flows each has its own`() throws {
        let fault = try InjectedFault("R07:2001", isOnce: false, flows: [.ksm, .nagraSSP])
        let plan = FaultPlan([fault])
        #expect(plan.nextFault(at: [.opening], of: [.ksm]) == nil)
        #expect(plan.nextFault(at: [.opening], of: [.nagraSSP]) == fault)
    }

    @Test(
        arguments: [
            ("R03:denied", 403, 4000), ("R03:4006", 403, 4006), ("R06:1001", 400, 1001),
            ("R06:503", 503, nil),
            ("R07:2001", 400, 2001), ("R08:2103", 404, 2103),
        ] as [(String, Int, Int?)]
    )
    func `NAGRA's servers refuse in their own form`(text: String, status: Int, number: Int?) throws {
        let served = try Served(FlowFixture.nagra, .nagraSSP) {
            $0.faults = [try InjectedFault(text, isOnce: false, flows: [.nagraSSP])]
        }
        let fields = [("Content-Type", "application/octet-stream"), ("nv-authorizations", "x")]
        let answer = try served.ask(SecureSessionServers.licensePath, [0, 0, 0, 1], fields)
        #expect(answer.status == status)
        let body = String(decoding: answer.body, as: UTF8.self)
        #expect(body.contains("\"errorCode\"") == (number != nil) && !body.contains("\"status\""))
        if let number { #expect(body.contains("\(number)")) }
    }
}
