import BatchReports
import ProtectionTerms
import TextFormats

/// The HTML section of a flow: diagram, findings, steps and license requests.
struct FlowSection {
    let flow: FlowReport
    /// The index among the flows of the report.
    let index: Int
    /// Indicates whether this is the flow of a captured request, which ends before any segment.
    let isCaptured: Bool

    var html: String {
        let description = isCaptured ? "How a license server reads the request" : flow.flow.reportDescription
        return """
            <section class="flow" aria-labelledby="f\(index)">
            <h2 id="f\(index)">\(flow.flow.rawValue) \(StepBadge.html(holds: flow.holds))</h2>
            <p class="muted">\(PageText.escaped(description)).</p>
            \(FlowDiagram(steps: flow.steps).html)\(findings)\(steps)\(exchanges)</section>

            """
    }

    // MARK: Findings

    private var findings: String {
        let found = flow.steps.flatMap { step in step.findings.map { (step, $0) } }
        guard !found.isEmpty else { return "" }
        let items = found.map { step, finding in
            #"<li class="\#(finding.severity.rawValue)">\#(StepBadge.html(finding.severity)) "#
                + "<strong>\(step.code.rawValue) \(PageText.escaped(step.title))</strong>"
                + (finding.location.map { #" <span class="muted">\#(PageText.name($0))</span>"# } ?? "")
                + #"<p class="message">\#(PageText.escaped(finding.message)).</p>"#
                + #"<p class="message remedy">\#(PageText.escaped(finding.remedy))</p></li>"# + "\n"
        }
        return "<h3>Findings <span class=\"count\">\(found.count)</span></h3>\n"
            + "<ul class=\"failures findings\">\n\(items.joined())</ul>\n"
    }

    // MARK: Steps

    private var steps: String {
        let head =
            "<tr><th>Code</th><th>Step</th><th>Times</th><th>Asked</th><th>Received</th><th>Result</th></tr>"
        return "<h3>Steps</h3>\n<div class=\"scroll\"><table class=\"steps\"><thead>\(head)</thead><tbody>"
            + flow.steps.map(row).joined() + "</tbody></table></div>\n"
    }

    private func row(_ step: StepReport) -> String {
        let cells = [step.title, step.count > 0 ? "\(step.count)" : "", step.asked, step.came]
        return "<tr><td>\(step.code.rawValue)</td>"
            + cells.map { "<td>\(PageText.name($0))</td>" }.joined()
            + "<td>\(StepBadge.html(step))</td></tr>\n"
    }

    // MARK: Exchanges

    private var exchanges: String {
        guard !flow.exchanges.isEmpty else { return "" }
        let count = CountText.text(flow.exchanges.count, "license")
        let isFull = flow.exchanges.count >= FlowReport.exchangeLimit
        return
            "<details class=\"more\"><summary>\(isFull ? "The first \(count)" : count) that the app asked for</summary>\n"
            + "<ol class=\"exchanges\">\n\(flow.exchanges.map { ExchangeItem(exchange: $0).html }.joined())</ol></details>\n"
    }
}

/// The HTML list item of a license request: lengths, digests and TLLV names.
struct ExchangeItem {
    let exchange: LicenseExchange

    var html: String {
        let rows: [(String, String)] = [
            ("Asset id", digest(exchange.assetIDLength, exchange.assetIDSHA256)),
            ("Rule", exchange.rule.map(PageText.name) ?? "–"),
            ("Form", PageText.escaped(exchange.form)),
            ("Request (SPC)", message(exchange.request)),
            ("HTTP status", "\(exchange.status)"),
            ("Answer (CKC)", exchange.answer.map(message) ?? "none"),
        ]
        let facts = rows.map { "<dt>\($0)</dt><dd>\($1)</dd>" }.joined()
        return
            "<li><p class=\"uri\">\(PageText.name(exchange.keyURI))</p><dl class=\"facts\">\(facts)</dl></li>\n"
    }

    private func message(_ message: LicenseExchange.Message) -> String {
        digest(message.length, message.sha256)
            + (message.blocks.isEmpty
                ? #" <span class="muted">not opened</span>"# : BlockList(blocks: message.blocks).html)
    }

    private func digest(_ length: Int, _ sha256: String) -> String {
        #"\#(CountText.text(length, "byte")), <span class="digest">SHA-256 \#(PageText.escaped(sha256))</span>"#
    }
}
