import ArgumentParser
import LicenseFlows
import ProtectionTerms

/// A value of `--flow`: a license flow, or all license flows of the presentation's key systems.
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

    /// The flows, or nil for all of the presentation's key systems.
    var flows: [LicenseFlow]? {
        switch self {
        case .all: nil
        case .one(let flow): [flow]
        }
    }
}

extension LicenseFlow: ExpressibleByArgument {}

extension LicenseRequestForm: ExpressibleByArgument {}
