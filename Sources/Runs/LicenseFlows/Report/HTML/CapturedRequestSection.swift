/// The HTML section of a captured request: its values and TLLVs.
struct CapturedRequestSection {
    let request: CapturedRequest

    var html: String {
        let fields = request.fields.map {
            "<dt>\(PageText.escaped($0.name))</dt><dd>\(PageText.name($0.value))</dd>"
        }
        let unproven =
            request.isUnproven
            ? """
            <div class="note warning"><p class="message">No public test vector covers this version of SPC, so the values \
            below may be read wrongly.</p></div>

            """
            : ""
        return """
            <section class="captured" aria-label="Captured request">
            <h2>Captured request</h2>
            <p class="muted">\(PageText.name(request.file)), given as \(PageText.escaped(request.form)).</p>
            \(unproven)<dl class="facts">\(fields.joined())</dl>
            <h3>Blocks <span class="count">\(request.blocks.count)</span></h3>
            \(BlockList(blocks: request.blocks).html)
            </section>

            """
    }
}
