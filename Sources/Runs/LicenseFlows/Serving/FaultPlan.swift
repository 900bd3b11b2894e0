import EntitlementMessages
import LicenseMessages
import LoopbackServers
import ProtectionTerms
import Rehearsal
import Synchronization

/// The faults that are injected, those of one time once.
final class FaultPlan: Sendable {
    private let faults: Mutex<[InjectedFault]>

    init(_ faults: [InjectedFault]) { self.faults = Mutex(faults) }

    /// The fault of a server.
    ///
    /// - Parameters:
    ///   - steps: the steps at which it answers.
    ///   - flows: the flows that it is of: each has faults of its own.
    /// - Returns: the first that was named and that one of the flows can have; nil for none.
    func take(_ steps: [FlowStep], of flows: [LicenseFlow]) -> InjectedFault? {
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
    /// Words for people in answers.
    static let words = "a fault of serve --fail"

    /// The answer of a license, token or session server.
    ///
    /// - Parameter isOfNAGRA: whether it answers with `errorCode`.
    /// - Returns: the answer.
    func answer(isOfNAGRA: Bool) -> LoopbackResponse {
        switch effect {
        case .status(let status): return LoopbackResponse(status: status)
        case .number(let number):
            if isOfNAGRA, let code = LicenseServiceError.Code(rawValue: number) { return Self.answer(code) }
            // The one fault of a request's parameters is its media type.
            let isOfType = step == .request && number == KSMStatus.parameter.rawValue
            let ofLicenses = step == .lookup ? 404 : isOfType ? 415 : 400
            let status = TokenRefusal.Code(rawValue: number)?.status ?? ofLicenses
            let error = LicenseServerError(status: number, message: Self.words)
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
            body: LicenseServiceError(code, words).body
        )
    }
}
