import TextFormats

/// The details shown when a title's row in the report is opened.
struct TitleDetails {
    /// The maximum number of keys listed; further ones are only counted.
    private static let keyLimit = 200

    let title: TitleReport
    /// The maximum number of steps in a bitrate plot.
    let maximumSteps: Int

    /// The HTML of the details.
    ///
    /// Everything but messages is inside `noscript`, which browsers with scripts keep as text. The script
    /// turns it into elements when the row is opened; otherwise thousands of titles would have millions of
    /// elements.
    var html: String {
        let legend = KeyLegend(title)
        return "<div class=\"details\">\n" + messages + "<noscript>" + facts + keys(legend)
            + renditions(legend) + "</noscript></div>\n"
    }

    // MARK: Messages

    private var messages: String {
        list("bad", "Error", title.error.map { [$0] } ?? [])
            + list("bad", "Findings of the verifier", badFindings)
            + list("warning", "Warnings", title.warnings)
            + list("neutral", "Remarks of the verifier", remarks)
    }

    private var badFindings: [String] { title.verification.map { $0.holds ? [] : $0.findings } ?? [] }
    private var remarks: [String] { title.verification.map { $0.holds ? $0.findings : [] } ?? [] }

    private func list(_ color: String, _ name: String, _ texts: [String]) -> String {
        guard !texts.isEmpty else { return "" }
        let items = texts.map { #"<li class="message">\#(MarkupEscaping.escaped($0))</li>"# }.joined()
        return #"<div class="note \#(color)"><h3>\#(name)</h3><ul>\#(items)</ul></div>"# + "\n"
    }

    // MARK: Facts

    private var facts: String {
        let files = { (path: String, count: Int, bytes: UInt64) in
            "\(path) (\(CountText.text(count, "file")), \(ReportNumbers.size(bytes)))"
        }
        let input = title.input.paths.joined(separator: ", ")
        let rows: [(String, String?)] = [
            ("Input", files(input, title.input.files, title.input.bytes)),
            ("SHA-256 of input", title.input.sha256),
            ("Output", title.output.map { files($0.path, $0.files, $0.bytes) }),
            ("SHA-256 of output", title.output?.sha256),
            ("Method", title.method),
            ("Key systems", title.keySystems.isEmpty ? nil : title.keySystems.joined(separator: ", ")),
            ("Manifest", "line \(title.line), title \(title.index)"),
            ("Attempts", title.attempts == 1 ? nil : "\(title.attempts)"),
            ("Exit status", title.status == 0 ? nil : "\(title.status)"),
        ]
        var items = ""
        for (name, text) in rows {
            guard let text else { continue }
            items += "<dt>\(name)</dt><dd><bdi>\(MarkupEscaping.escaped(text))</bdi></dd>"
        }
        return "<dl class=\"facts\">\(items)</dl>\n"
    }

    // MARK: Keys

    private func keys(_ legend: KeyLegend) -> String {
        guard !legend.entries.isEmpty else { return "" }
        let rows = legend.entries.prefix(Self.keyLimit).enumerated().map { row($0, $1) }.joined()
        let rest = legend.entries.count - Self.keyLimit
        let more = rest > 0 ? #"<p class="muted">and \#(CountText.text(rest, "more key"))</p>"# : ""
        return "<h3>Keys</h3>\n<div class=\"scroll\"><table><thead><tr><th></th><th>Key id</th><th>Track</th>"
            + "<th>Period</th><th>Generation</th><th>Key URI</th></tr></thead><tbody>\(rows)</tbody></table></div>\(more)\n"
    }

    private func row(_ index: Int, _ entry: KeyLegend.Entry) -> String {
        let cells = [
            entry.keyID ?? "", entry.key?.track ?? "", entry.key.map { "\($0.period)" } ?? "",
            entry.key.map { "\($0.generation)" } ?? "", entry.uri ?? "",
        ]
        return
            #"<tr><td><span class="swatch \#(KeyLegend.cssClass(at: index))">\#(KeyLegend.name(index))</span></td>"#
            + cells.map { "<td><bdi>\(MarkupEscaping.escaped($0))</bdi></td>" }.joined() + "</tr>"
    }

    // MARK: Renditions

    private func renditions(_ legend: KeyLegend) -> String {
        guard !title.renditions.isEmpty else { return "" }
        return "<h3>Renditions</h3>\n" + title.renditions.map { rendition($0, legend) }.joined()
    }

    private func rendition(_ rendition: TitleRendition, _ legend: KeyLegend) -> String {
        let unit = rendition.kind == .iFrames ? "I-frame" : "segment"
        let properties = [
            rendition.kind.displayName, CountText.text(rendition.segments, unit),
            rendition.encrypted == rendition.segments ? "all encrypted" : "\(rendition.encrypted) encrypted",
            ReportNumbers.size(rendition.bytes),
        ]
        let pictures =
            KeyBar(rendition: rendition, legend: legend).svg
            + BitratePlot(rendition: rendition, maximumSteps: maximumSteps).svg
        let axis =
            pictures.isEmpty
            ? ""
            : #"<p class="axis"><span>0:00</span><span>\#(ReportNumbers.mediaTime(rendition.duration))</span></p>"#
        return #"<div class="rendition"><h4><bdi>\#(MarkupEscaping.escaped(rendition.name))</bdi> "#
            + "<span>\(properties.joined(separator: " · "))</span></h4>\(pictures)\(axis)</div>\n"
    }
}

extension TitleRendition.Kind {
    /// The display name of the kind.
    var displayName: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .subtitles: "subtitles"
        case .iFrames: "I-frames"
        case .media: "media"
        }
    }
}
