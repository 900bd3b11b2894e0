import EntitlementMessages
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal
import Synchronization

/// The faults to inject; one-time faults are removed when used.
final class FaultPlan: Sendable {
    private let faults: Mutex<[InjectedFault]>

    init(_ faults: [InjectedFault]) { self.faults = Mutex(faults) }

    /// Returns the fault to inject at a server, and removes it if it is a one-time fault.
    ///
    /// - Parameters:
    ///   - steps: the steps that the server handles.
    ///   - flows: the flows that the server belongs to, because possible faults depend on the flow.
    /// - Returns: the first given fault that is possible in one of the flows, or nil for none.
    func nextFault(at steps: [FlowStep], of flows: [LicenseFlow]) -> InjectedFault? {
        faults.withLock { faults in
            let index = faults.firstIndex { fault in
                steps.contains(fault.step) && flows.contains { fault.canHappen(in: $0) }
            }
            guard let index else { return nil }
            let fault = faults[index]
            if fault.isOnce { faults.remove(at: index) }
            return fault
        }
    }
}

extension InjectedFault {
    /// The message in injected refusals.
    static let message = "a fault injected by serve \(CommandOption.fail)"

    /// Creates the answer of a license, token or session server; NAGRA's servers refuse with `errorCode`.
    func answer(isOfNAGRA: Bool) -> LoopbackResponse {
        switch effect {
        case .status(let status): return LoopbackResponse(status: status)
        case .number(let number):
            if isOfNAGRA, let code = LicenseServiceError.Code(rawValue: number) { return Self.answer(code) }
            // At the request step, the number for a wrong parameter means an unsupported media type.
            let isUnsupportedType = step == .request && number == KSMStatus.parameter.rawValue
            let licenseStatus = step == .lookup ? 404 : isUnsupportedType ? 415 : 400
            let status = TokenRefusal.Code(rawValue: number)?.status ?? licenseStatus
            let error = LicenseServerError(status: number, message: Self.message)
            return LoopbackResponse(
                status: status,
                headers: ["Content-Type": "application/json"],
                body: error.body
            )
        case .denied where isOfNAGRA: return Self.answer(.notGranted)
        case .denied, .otherKey, .otherIV, .refused: return LoopbackResponse(status: 403)
        }
    }

    private static func answer(_ code: LicenseServiceError.Code) -> LoopbackResponse {
        LoopbackResponse(
            status: code.status,
            headers: ["Content-Type": "application/json"],
            body: LicenseServiceError(code, message).body
        )
    }
}
