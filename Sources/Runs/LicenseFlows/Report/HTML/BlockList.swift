import TextFormats

/// The blocks of a message in their order, in the page.
struct BlockList {
    let blocks: [LicenseExchange.Block]

    /// The list.
    var html: String {
        let items = blocks.map {
            "<li>\(PageText.name($0.tag)) <span class=\"muted\">\(CountText.text($0.length, "byte"))</span></li>"
        }
        return "<ol class=\"blocks\">\(items.joined())</ol>"
    }
}
