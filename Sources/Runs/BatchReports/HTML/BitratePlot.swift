import TextFormats

/// An SVG plot of a playlist's segment bitrates over time, with peak and average.
struct BitratePlot {
    /// The width of the plot, in SVG user units.
    private static let width = 1000.0
    /// The height of the plot, in SVG user units and in CSS pixels.
    private static let (units, pixels) = (100.0, 72)

    let rendition: TitleRendition
    /// The largest number of steps; with more segments, a step covers several and shows the highest bitrate.
    let maximumSteps: Int

    /// One or more consecutive segments.
    struct Step: Equatable {
        /// The start of the first segment, in seconds.
        let start: Double
        /// The highest bitrate of the segments, in bits per second.
        let bitrate: Int
    }

    var steps: [Step] {
        let count = min(rendition.segmentBitrates.count, rendition.segmentDurations.count)
        guard count > 0 else { return [] }
        let segmentsPerStep = (count + maximumSteps - 1) / max(maximumSteps, 1)
        var steps: [Step] = []
        var time = 0.0
        for first in stride(from: 0, to: count, by: segmentsPerStep) {
            let segmentRange = first..<min(first + segmentsPerStep, count)
            steps.append(Step(start: time, bitrate: rendition.segmentBitrates[segmentRange].max() ?? 0))
            time += rendition.segmentDurations[segmentRange].reduce(0, +)
        }
        return steps
    }

    /// The SVG element; empty if the bitrates are unknown or there is no duration.
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

    /// Returns the bitrate at the top of the plot, in bits per second.
    ///
    /// A short last segment may have any bitrate, so bitrates above twice the peak are cut off.
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

    /// Returns the distance from the top, in user units; the top fifth is kept free for the line labels.
    private func height(_ bitrate: Int, _ highest: Double) -> Int {
        Int((Self.units - 0.8 * Self.units * min(Double(bitrate) / highest, 1)).rounded())
    }

    /// Returns a horizontal line with its label.
    ///
    /// The peak is labeled above its line at the left, the average below its line at the right, or above if
    /// there is no room below.
    private func mark(_ name: String, _ bitrate: Int, _ highest: Double) -> String {
        let y = height(bitrate, highest)
        let isUnder = name == "average" && y < 75
        let baseline = y * Self.pixels / 100 + (isUnder ? 12 : -3)
        let position = name == "average" ? #"x="100%" dx="-6" text-anchor="end""# : #"x="6""#
        return #"<line class="\#(name)" x2="100%" y1="\#(y)%" y2="\#(y)%"/>"#
            + #"<text class="\#(isUnder ? "under" : "over")" \#(position) y="\#(baseline)">"#
            + "\(name) \(ReportNumbers.bitrate(bitrate))</text>"
    }
}
