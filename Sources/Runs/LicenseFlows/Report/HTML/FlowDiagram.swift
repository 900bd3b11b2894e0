/// The HTML diagram of a flow: its stations in order, with the steps and results of each.
struct FlowDiagram {
    let steps: [StepReport]

    /// A station with its steps.
    private struct Stop {
        let station: FlowStation
        var steps: [StepReport]
    }

    /// The diagram, as nested lists so that screen readers can read it.
    var html: String {
        let items = stops.map { stop in
            "<li><p class=\"station\">\(stop.station.rawValue)</p>"
                + "<ol>\(stop.steps.map(box).joined())</ol></li>\n"
        }
        return "<ol class=\"way\">\n\(items.joined())</ol>\n"
    }

    /// The stations; consecutive steps at one station share it.
    private var stops: [Stop] {
        var stops: [Stop] = []
        for step in steps {
            let station = FlowStation(of: step.code, after: stops.last?.station)
            if stops.last?.station == station {
                stops[stops.count - 1].steps.append(step)
            } else {
                stops.append(Stop(station: station, steps: [step]))
            }
        }
        return stops
    }

    private func box(_ step: StepReport) -> String {
        #"<li class="box \#(step.outcome.rawValue)"><span class="code">\#(step.code.rawValue)</span> "#
            + "<span class=\"name\">\(PageText.escaped(step.title))</span> \(StepBadge.html(step))</li>"
    }
}

/// A station in the diagram of a flow, where one or more steps take place.
enum FlowStation: String {
    case app
    case customerServer = "your server"
    case keyServer = "license server"
    case export = "exported keys"
    case media
    /// Requests after the first segment.
    case later

    /// Creates the station of a step.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - previous: the station of the preceding step, or nil for the first.
    init(of step: FlowStep, after previous: FlowStation?) {
        switch step {
        // In a captured request, the license server reads the asset id from the SPC that it decrypted.
        case .assetID where previous == .keyServer: self = .keyServer
        case .keyLines, .assetID, .certificate, .request, .answer: self = .app
        case .entitlement, .token: self = .customerServer
        case .opening: self = .keyServer
        case .lookup, .policy: self = .export
        case .segments: self = .media
        case .renewal: self = .later
        }
    }
}
