import Batch
import Failures

/// Fuzzes batch manifests and output path templates; the first byte selects one.
///
/// A manifest that was read has to read back equal once written, and no value of a variable may lead a path
/// out of its folder.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let bytes = Array(input.dropFirst())
    switch input.first {
    case UInt8(ascii: "c"): check(bytes, .csv)
    case UInt8(ascii: "j"): check(bytes, .jsonLines)
    case UInt8(ascii: "y"): check(bytes, .yaml)
    case UInt8(ascii: "o"): checkOutput(bytes)
    default: break
    }
    return 0
}

private func check(_ bytes: [UInt8], _ format: ManifestFormat) {
    let manifest: Manifest
    do throws(RunFailure) {
        manifest = try Manifest(bytes: bytes, format: format, source: "m")
    } catch {
        precondition(error.description.hasPrefix("m") && error.description.hasSuffix("."))
        // The parser must never meet an alias: the scan before it finds them all, which stops alias bombs.
        precondition(error.found != "found undefined alias")
        return
    }
    let titles = allTitles(of: manifest)
    for title in titles { check(title, of: manifest) }
    // YAML drops a byte order mark at the start of a scalar, even of a scalar in the middle of the text.
    let marked = titles.contains { title in
        title.cells.contains { ($0.text + $0.name).unicodeScalars.contains("\u{FEFF}") }
    }
    guard format != .yaml || !marked else { return }
    for step in [1, 2] {
        let some = stride(from: 0, to: titles.count, by: step).map { titles[$0] }
        let text = written(some, manifest)
        do throws(RunFailure) {
            let again = try Manifest(bytes: text, format: format, source: "n")
            let titlesAgain = allTitles(of: again)
            precondition(titlesAgain.map(\.cells) == some.map(\.cells))
            precondition(written(titlesAgain, again) == text)
        } catch {
            preconditionFailure("what was written cannot be read: \(error)")
        }
    }
}

private func allTitles(of manifest: Manifest) -> [ManifestTitle] {
    var titles: [ManifestTitle] = []
    do {
        try manifest.forEachTitle { titles.append($0) }
    } catch {
        preconditionFailure("a title cannot be read again: \(error)")
    }
    precondition(titles.count == manifest.titleCount)
    return titles
}

private func written(_ titles: [ManifestTitle], _ manifest: Manifest) -> [UInt8] {
    do throws(RunFailure) {
        let cursor = try manifest.makeCursor()
        var text = cursor.header
        for title in titles { text += try cursor.text(of: title) }
        return text
    } catch {
        preconditionFailure("a title cannot be read again: \(error)")
    }
}

private func check(_ title: ManifestTitle, of manifest: Manifest) {
    precondition(title.line > 0)
    precondition(title.value("content-id")?.isEmpty == false)
    precondition(!title.values("input").isEmpty && !title.values("input").contains(""))
    for cell in title.cells {
        precondition(!cell.text.utf8.contains(0) && !cell.name.isEmpty)
        precondition(manifest.columns.contains { $0.key == cell.key })
    }
}

/// Checks an output path template; the input is the template, a NUL, and the value of its variable `x`.
private func checkOutput(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    guard let text = texts.first, let template = try? OutputPathTemplate(parsing: text),
        template.variableNames.allSatisfy({ $0 == "x" })
    else { return }
    let value = texts.count > 1 ? texts[1] : ""
    // The value is part of one path component, so the path is as deep as with any other value.
    guard let path = try? template.path(variables: ["x": value]),
        let plain = try? template.path(variables: ["x": "x"])
    else { return }
    let slash = UInt8(ascii: "/")
    let components = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
    let plainComponents = plain.utf8.split(separator: slash, omittingEmptySubsequences: false)
    precondition(components.count == plainComponents.count)
    for (component, plain) in zip(components, plainComponents) {
        precondition(component.count <= 255)
        let leaves = component.elementsEqual("..".utf8) || component.elementsEqual(".".utf8)
        precondition(!leaves || component.elementsEqual(plain))
    }
}
