import ArgumentParser
import LicenseFlows
import ProtectionTerms

/// A value of `--flow`: a flow, or all that the presentation's key systems are for.
enum FlowArgument: Hashable, ExpressibleByArgument {
    case all
    case one(LicenseFlow)

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let flow = LicenseFlow(rawValue: argument) {
            self = .one(flow)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ["all"] + LicenseFlow.allCases.map(\.rawValue) }

    var defaultValueDescription: String {
        switch self {
        case .all: "all"
        case .one(let flow): flow.rawValue
        }
    }

    /// The flows; nil for those that the presentation's key systems are for.
    var flows: [LicenseFlow]? {
        switch self {
        case .all: nil
        case .one(let flow): [flow]
        }
    }
}

extension LicenseFlow: ExpressibleByArgument {}

extension LicenseRequestForm: ExpressibleByArgument {}
