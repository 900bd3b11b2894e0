/// Draws the way of a flow: places one after the other, and in each the steps that are walked there, with their results.
struct FlowPicture {
    let steps: [StepReport]

    /// A place, and the steps in it.
    private struct Stop {
        let station: FlowStation
        var steps: [StepReport]
    }

    /// The picture: a list of lists for those who do not see it.
    var html: String {
        let items = stops.map { stop in
            "<li><p class=\"station\">\(stop.station.rawValue)</p>"
                + "<ol>\(stop.steps.map(box).joined())</ol></li>\n"
        }
        return "<ol class=\"way\">\n\(items.joined())</ol>\n"
    }

    /// Neighbors at one place share it.
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
