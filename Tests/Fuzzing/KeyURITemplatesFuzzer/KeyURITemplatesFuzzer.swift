import FoundationEssentials
import KeyURITemplates
import TextFormats

/// Fuzzes key URI templates, their results, value patterns and asset ids.
///
/// The input is lines: the template, which is also used as a pattern; the content id, which is also the
/// template of `{made}`; the entitlement URL; and the rest as the value of the secret variable `{own}`.
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
    try? variables.setUserVariable("own", to: texts.next() ?? "value")
    try? variables.retype("own", by: VariableRule(isSecret: true))
    if let template = try? ValueTemplate(parsing: contentID) {
        try? variables.compose("made", ComposedVariable(template))
    }
    variables.setKey(track: "hd", period: 1, generation: 1, keyID: UUID(), iv: Array(0..<16))
    return variables
}

/// Checks that a pattern matches twice alike, in finite time, and, made optional, matches an empty value.
private func checkPattern(_ text: String, _ value: String) {
    guard let pattern = try? ValuePattern(parsing: text) else { return }
    let value = String(decoding: value.utf8.prefix(ValuePattern.maximumValueBytes), as: UTF8.self)
    precondition(pattern.matches(value) == pattern.matches(value))
    if let optional = try? ValuePattern(parsing: "(?:" + text + ")?") { precondition(optional.matches("")) }
}

/// Checks that percent-encoding and decoding give the same bytes.
private func checkPercentEncoding(_ text: String) {
    let decoded = PercentEncoding.decode(PercentEncoding.encode(text).utf8)
    precondition(decoded.map { Array($0.utf8) } == Array(text.utf8))
}

/// Checks that variable names are legal and unique.
private func checkVariableNames(_ template: KeyURITemplate) {
    let names = template.variableNames
    precondition(names.allSatisfy(VariableName.isLegal))
    precondition(Set(names).count == names.count)
}

/// Checks that a URI fits into a quoted-string of a playlist and has a scheme.
private func checkKeyURI(_ uri: String) {
    precondition(uri.utf8.count <= KeyURITemplate.maximumResultBytes)
    precondition(uri.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F })
    precondition(uri.utf8.contains(UInt8(ascii: ":")))
    precondition(
        !zip(uri.utf8, uri.utf8.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "$") }
    )
}

/// Checks that a URI with doubled braces is a template for itself.
private func checkLiteral(_ uri: String) {
    let doubled = uri.utf8.flatMap { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") ? [$0, $0] : [$0] }
    do throws(TemplateError) {
        let literal = try KeyURITemplate(parsing: String(decoding: doubled, as: UTF8.self))
        let rendered = try literal.render(TemplateVariables())
        precondition(literal.variableNames.isEmpty && Array(rendered.utf8) == Array(uri.utf8))
    } catch {
        preconditionFailure("\(error)")
    }
}

/// Checks that asset ids have a legal length, are unique, and are part of the URI unless they were decoded.
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
