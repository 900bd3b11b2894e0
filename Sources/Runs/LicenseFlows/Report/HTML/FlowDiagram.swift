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
