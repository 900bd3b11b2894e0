import EntitlementMessages
import LoopbackServers
import Rehearsal
import Synchronization

/// The faults that are injected, those of one time once.
final class FaultPlan: Sendable {
    private let faults: Mutex<[InjectedFault]>

    init(_ faults: [InjectedFault]) { self.faults = Mutex(faults) }

    /// The fault of one of some steps, the first that was named; nil for none.
    func take(_ steps: FlowStep...) -> InjectedFault? { take(steps) }

    /// The fault of one of some steps, the first that was named; nil for none.
    func take(_ steps: [FlowStep]) -> InjectedFault? {
        faults.withLock { faults in
            guard let index = faults.firstIndex(where: { steps.contains($0.step) }) else { return nil }
            let fault = faults[index]
            if fault.isOnce { faults.remove(at: index) }
            return fault
        }
    }
}

extension InjectedFault {
    /// The answer of a license, token or session server.
    ///
    /// - Parameter isOfNAGRA: whether it answers with `errorCode`.
    /// - Returns: the answer.
    func answer(isOfNAGRA: Bool) -> LoopbackResponse {
        let json: LoopbackFields = ["Content-Type": "application/json"]
        switch effect {
        case .status(let status): return LoopbackResponse(status: status)
        case .number(let number):
            if let code = LicenseServiceError.Code(rawValue: number) {
                let error = LicenseServiceError(code, "a fault of serve --fail")
                return LoopbackResponse(status: code.status, headers: json, body: error.body)
            }
            let status = TokenRefusal.Code(rawValue: number)?.status ?? (step == .lookup ? 404 : 400)
            let error = LicenseServerError(status: number, message: "a fault of serve --fail")
            return LoopbackResponse(status: status, headers: json, body: error.body)
        case .denied, .otherKey, .otherIV, .refused: return LoopbackResponse(status: 403)
        }
    }
}
