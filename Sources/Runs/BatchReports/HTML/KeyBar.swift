import TextFormats

/// An SVG bar of the keys in force over the time of a playlist.
struct KeyBar {
    /// The maximum number of spans drawn with names; with more spans there is no room for names.
    private static let namedSpans = 120
    /// The shortest span drawn with its name, as a fraction of the duration.
    private static let narrowest = 0.04

    let rendition: TitleRendition
    let legend: KeyLegend

    /// The SVG element; empty if there are no spans or no duration.
    var svg: String {
        guard rendition.duration > 0, !rendition.timeline.isEmpty else { return "" }
        let content =
            rendition.timeline.count > Self.namedSpans ? stripes : rendition.timeline.map(span).joined()
        return
            #"<svg class="bar" width="100%" height="24" role="img" aria-label="\#(label)">\#(content)</svg>"#
    }

    /// The text alternative of the bar.
    private var label: String {
        let periods = rendition.timeline.count { !$0.isClear }
        let clear = rendition.timeline.reduce(0) { $1.isClear ? $0 + $1.end - $1.start : $0 }
        return CountText.text(periods, "key period")
            + (clear > 0 ? ", \(ReportNumbers.mediaTime(clear)) in the clear" : "")
    }

    private func span(_ span: TitleRendition.Span) -> String {
        let keyIndex = legend.index(of: span)
        let name = keyIndex.map(KeyLegend.name) ?? "clear"
        let width = (span.end - span.start) / rendition.duration
        let text =
            width < Self.narrowest ? "" : #"<text x="50%" y="16">\#(name)</text>"#
        return
            #"<svg class="\#(KeyLegend.cssClass(at: keyIndex))" x="\#(percent(span.start))%" width="\#(percent(span.end - span.start))%">"#
            + #"<rect/>\#(text)<title>\#(Self.tooltip(name, span))</title></svg>"#
    }

    private static func tooltip(_ name: String, _ span: TitleRendition.Span) -> String {
        let times = "\(ReportNumbers.mediaTime(span.start)) to \(ReportNumbers.mediaTime(span.end))"
        let parts = [name, times, span.isClear ? nil : span.method, span.keyID, "line \(span.line)"]
        return MarkupEscaping.escaped(parts.compactMap(\.self).joined(separator: ", "))
    }

    /// One path per color, for all its spans.
    private var stripes: String {
        var shapes: [String: String] = [:]
        var cssClasses: [String] = []
        for span in rendition.timeline {
            let cssClass = KeyLegend.cssClass(at: legend.index(of: span))
            if shapes[cssClass] == nil { cssClasses.append(cssClass) }
            let start = Int(span.start / rendition.duration * 2000)
            let end = max(Int(span.end / rendition.duration * 2000), start + 1)
            shapes[cssClass, default: ""] += "M\(start) 0h\(end - start)v1H\(start)z"
        }
        let paths = cssClasses.map { #"<path class="\#($0)" d="\#(shapes[$0] ?? "")"/>"# }.joined()
        return
            #"<svg viewBox="0 0 2000 1" preserveAspectRatio="none" width="100%" height="24">\#(paths)</svg>"#
    }

    private func percent(_ seconds: Double) -> Double {
        (min(max(seconds / rendition.duration, 0), 1) * 10_000).rounded() / 100
    }
}
