import TextFormats

/// An HTML list of the TLLVs of a message, in order.
struct BlockList {
    let blocks: [LicenseExchange.Block]

    var html: String {
        let items = blocks.map {
            "<li>\(PageText.name($0.tag)) <span class=\"muted\">\(CountText.text($0.length, "byte"))</span></li>"
        }
        return "<ol class=\"blocks\">\(items.joined())</ol>"
    }
}
