import TextFormats

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
