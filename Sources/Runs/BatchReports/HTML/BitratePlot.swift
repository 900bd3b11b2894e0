import TextFormats

/// Draws the bitrates of the segments of a playlist over its time, with peak and average, in SVG.
struct BitratePlot {
    /// The width of the drawing, in its own units.
    private static let width = 1000.0
    /// Its height, in its own units and in pixels.
    private static let (units, pixels) = (100.0, 72)

    let rendition: TitleRendition
    /// Neighbours share a step, as high as the highest of them, where there are more segments.
    let maximumSteps: Int

    /// A number of neighbours.
    struct Step: Equatable {
        /// Where they begin, in seconds.
        let start: Double
        /// The greatest bitrate of them.
        let bitrate: Int
    }

    /// The steps of the curve.
    var steps: [Step] {
        let count = min(rendition.segmentBitrates.count, rendition.segmentDurations.count)
        guard count > 0 else { return [] }
        let neighbours = (count + maximumSteps - 1) / max(maximumSteps, 1)
        var steps: [Step] = []
        var time = 0.0
        for first in stride(from: 0, to: count, by: neighbours) {
            let members = first..<min(first + neighbours, count)
            steps.append(Step(start: time, bitrate: rendition.segmentBitrates[members].max() ?? 0))
            time += rendition.segmentDurations[members].reduce(0, +)
        }
        return steps
    }

    /// The picture; empty where there is nothing to show.
    var svg: String {
        guard rendition.duration > 0, let peak = rendition.peakBitrate, peak > 0,
            let average = rendition.averageBitrate
        else { return "" }
        let highest = Double(self.highest(peak))
        let label =
            "bitrates of \(CountText.text(rendition.segments, "segment")): "
            + "average \(ReportNumbers.bitrate(average)), peak \(ReportNumbers.bitrate(peak))"
        return #"<svg class="plot" width="100%" height="\#(Self.pixels)" role="img" aria-label="\#(label)">"#
            + #"<svg viewBox="0 0 1000 100" preserveAspectRatio="none" width="100%" height="100%">"#
            + #"<path d="\#(path(highest))"/></svg>"#
            + mark("peak", peak, highest) + mark("average", average, highest)
            + "</svg>"
    }

    /// What the top of the picture stands for.
    ///
    /// A last segment of a few pictures may have any bitrate: what is twice the peak is
    /// cut off.
    private func highest(_ peak: Int) -> Int {
        let greatest = rendition.segmentBitrates.max() ?? 0
        let limit = peak.multipliedReportingOverflow(by: 2)
        return max(peak, min(greatest, limit.overflow ? .max : limit.partialValue))
    }

    private func path(_ highest: Double) -> String {
        var path = "M0 100"
        var height = 100
        for step in steps {
            let x = Int((step.start / rendition.duration * Self.width).rounded())
            let y = self.height(step.bitrate, highest)
            if y == height { continue }
            path += x == 0 ? "V\(y)" : "H\(x)V\(y)"
            height = y
        }
        return path + "H1000V100z"
    }

    /// From the top; a fifth is left for the names of the lines.
    private func height(_ bitrate: Int, _ highest: Double) -> Int {
        Int((Self.units - 0.8 * Self.units * min(Double(bitrate) / highest, 1)).rounded())
    }

    /// A line with its name: of the peak over it and on the left, of the average under it, where there is room, and on the right.
    private func mark(_ name: String, _ bitrate: Int, _ highest: Double) -> String {
        let y = height(bitrate, highest)
        let isUnder = name == "average" && y < 75
        let baseline = y * Self.pixels / 100 + (isUnder ? 12 : -3)
        let place = name == "average" ? #"x="100%" dx="-6" text-anchor="end""# : #"x="6""#
        return #"<line class="\#(name)" x2="100%" y1="\#(y)%" y2="\#(y)%"/>"#
            + #"<text class="\#(isUnder ? "under" : "over")" \#(place) y="\#(baseline)">"#
            + "\(name) \(ReportNumbers.bitrate(bitrate))</text>"
    }
}
