import EntitlementMessages
import LicenseMessages
import ProtectionTerms
import Rehearsal

/// The faults that the servers of a flow can inject at a step.
struct PossibleFaults {
    /// The effects that have names.
    private var names: [(name: String, effect: InjectedFault.Effect)] = []
    /// The error numbers that are possible.
    private var numbers: [Int] = []
    /// Indicates whether an HTTP status is possible.
    private var allowsStatus = true

    /// The HTTP statuses for errors (RFC 9110 sections 15.5 and 15.6).
    private static let statuses = 400...599

    /// Creates the faults of a flow at a step, or returns nil if there are none.
    init?(_ flow: LicenseFlow, at step: FlowStep) {
        switch step {
        case .entitlement where flow == .entitlement: names = [("denied", .denied)]
        case .entitlement where flow.isOfNAGRA:
            names = [("denied", .denied)]
            numbers = Self.numbers(of: flow, step)
        case .token where flow.isOfTokens: numbers = TokenRefusal.Code.allCases.map(\.rawValue)
        case .certificate where flow.isOfFairPlay: break
        case .request where flow == .keyDelivery, .lookup where flow == .keyDelivery: break
        case .request where flow.isOfFairPlay, .opening where flow.isOfFairPlay,
            .lookup where flow.isOfFairPlay:
            numbers = Self.numbers(of: flow, step)
        case .answer where flow.isOfFairPlay:
            names = [("key", .otherKey), ("iv", .otherIV)]
            allowsStatus = false
        case .renewal where flow.isOfFairPlay:
            names = [("refused", .refused)]
            allowsStatus = false
        default: return nil
        }
    }

    /// Returns the error numbers with which the license server of a flow refuses at a step.
    ///
    /// NAGRA's license server has other numbers than a key security module.
    private static func numbers(of flow: LicenseFlow, _ step: FlowStep) -> [Int] {
        guard flow.isOfNAGRA else {
            return KSMStatus.allCases.filter { steps(of: $0).contains(step) }.map(\.rawValue)
        }
        return LicenseServiceError.Code.allCases.filter { code in
            // The limit on sessions applies only to a flow with sessions.
            LicenseServiceError.step(of: code.rawValue) == step
                && (code != .tooManySessions || flow == .nagraSSM)
        }
        .map(\.rawValue)
    }

    /// Returns the steps at which key security modules use an error number, as in `docs/license-flows.md`.
    private static func steps(of status: KSMStatus) -> [FlowStep] {
        switch status {
        case .spcVersion, .spcParsing, .parameter: [.request, .opening]
        case .noContentKey: [.lookup]
        case .ckcGeneration, .missingTag, .memory, .file, .cryptography, .integrity, .protocolVersion,
            .duplicateTag:
            [.opening]
        }
    }

    /// Returns the effect that a text names, or nil if none is possible.
    func effect(_ text: String) -> InjectedFault.Effect? {
        if let named = names.first(where: { $0.name == text }) { return named.effect }
        guard let number = Int(text), "\(number)" == text else { return nil }
        if numbers.contains(number) { return .number(number) }
        return allowsStatus && Self.statuses.contains(number) ? .status(number) : nil
    }

    /// Indicates whether an effect is possible.
    func contains(_ effect: InjectedFault.Effect) -> Bool {
        switch effect {
        case .number(let number): numbers.contains(number)
        case .status: allowsStatus
        case .denied, .otherKey, .otherIV, .refused: names.contains { $0.effect == effect }
        }
    }

    /// The texts that name effects, for messages.
    var effectNames: [String] {
        let statuses =
            allowsStatus
            ? ["an HTTP status of \(Self.statuses.lowerBound) to \(Self.statuses.upperBound)"] : []
        return names.map(\.name) + numbers.map(String.init) + statuses
    }
}
