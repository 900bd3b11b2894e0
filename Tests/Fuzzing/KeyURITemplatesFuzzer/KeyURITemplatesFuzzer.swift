import FoundationEssentials
import KeyURITemplates
import TextFormats

/// Fuzzes templates, their results, patterns and asset ids.
///
/// The input is lines: the template, which is a pattern, too; the content id, of which `{made}` is composed; the
/// entitlement URL; and the rest as the value of `{own}`, which is a secret.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyURITemplates(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let fields = input.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    checkPercentEncoding(fields[0])
    checkAssetIDs(fields[0])
    checkPattern(fields[0], fields.last ?? "")
    guard let template = try? KeyURITemplate(parsing: fields[0]) else { return 0 }
    checkVariableNames(template)
    let variables = variables(fields.dropFirst())
    if let uri = try? template.rendered(variables) {
        checkKeyURI(uri.text)
        checkAssetIDs(uri.text)
        checkLiteral(uri.text)
        precondition(!uri.hasSecrets || template.variableNames(seeingThrough: variables).contains("own"))
    }
    return 0
}

private func variables(_ fields: ArraySlice<String>) -> TemplateVariables {
    var texts = fields.makeIterator()
    let contentID = texts.next() ?? "movie"
    var variables = TemplateVariables(contentID: contentID)
    try? variables.setEntitlementURL(texts.next() ?? "https://host/path")
    try? variables.setOwn("own", to: texts.next() ?? "value")
    try? variables.retype("own", by: VariableRule(isSecret: true))
    if let template = try? ValueTemplate(parsing: contentID) {
        try? variables.compose("made", ComposedVariable(template))
    }
    variables.setKey(track: "hd", period: 1, generation: 1, keyID: UUID(), iv: Array(0..<16))
    return variables
}

/// A pattern says the same of a text each time, in a time that ends; with its alternative to nothing it takes nothing, too.
private func checkPattern(_ text: String, _ value: String) {
    guard let pattern = try? ValuePattern(parsing: text) else { return }
    let value = String(decoding: value.utf8.prefix(ValuePattern.maximumValueBytes), as: UTF8.self)
    precondition(pattern.matches(value) == pattern.matches(value))
    if let optional = try? ValuePattern(parsing: "(?:" + text + ")?") { precondition(optional.matches("")) }
}

/// Encoding and decoding give the same bytes.
private func checkPercentEncoding(_ text: String) {
    let decoded = PercentEncoding.decode(PercentEncoding.encode(text).utf8)
    precondition(decoded.map { Array($0.utf8) } == Array(text.utf8))
}

/// Names are legal and each there once.
private func checkVariableNames(_ template: KeyURITemplate) {
    let names = template.variableNames
    precondition(names.allSatisfy(VariableName.isLegal))
    precondition(Set(names).count == names.count)
}

/// A URI can stand in a quoted-string of a playlist, and has a scheme.
private func checkKeyURI(_ uri: String) {
    precondition(uri.utf8.count <= KeyURITemplate.maximumResultBytes)
    precondition(uri.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F })
    precondition(uri.utf8.contains(UInt8(ascii: ":")))
    precondition(
        !zip(uri.utf8, uri.utf8.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "$") }
    )
}

/// A URI, its braces doubled, is a template for itself.
private func checkLiteral(_ uri: String) {
    let doubled = uri.utf8.flatMap { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") ? [$0, $0] : [$0] }
    do throws(KeyURITemplateError) {
        let literal = try KeyURITemplate(parsing: String(decoding: doubled, as: UTF8.self))
        let rendered = try literal.render(TemplateVariables())
        precondition(literal.variableNames.isEmpty && Array(rendered.utf8) == Array(uri.utf8))
    } catch {
        preconditionFailure("\(error)")
    }
}

/// Asset ids have a legal length, are there once, and are part of the URI unless they were decoded.
private func checkAssetIDs(_ uri: String) {
    let assetIDs = AssetIDRule.candidates(forKeyURI: uri)
    precondition(Set(assetIDs).count == assetIDs.count)
    for assetID in assetIDs {
        precondition(AssetID.lengths.contains(assetID.bytes.count))
        precondition(assetID.hex.utf8.count == 2 * assetID.bytes.count)
        switch assetID.rule {
        case .host, .query: continue
        default: precondition(Array(uri.utf8).contains(assetID.bytes))
        }
    }
}
