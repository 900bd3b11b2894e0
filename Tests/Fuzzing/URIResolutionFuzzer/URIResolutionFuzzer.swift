import Presentations

/// Fuzzes the resolution of URIs against the root of a tree.
///
/// The input is the folder of the playlist, a line feed, and the URI.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzURIResolution(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let fields = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let folder = fields[0].utf8.split(separator: UInt8(ascii: "/")).compactMap { String(Substring($0)) }
        .filter { $0 != "." && $0 != ".." && !$0.utf8.contains(0) }
    let uri = fields.count > 1 ? fields[1] : ""
    guard let path = try? URIResolution.resolve(uri, in: folder[...]) else {
        checkDeeper(uri, folder)
        return 0
    }
    checkComponents(path)
    checkDescent(path, uri, folder)
    checkWritten(path)
    checkQuery(path, uri, folder)
    return 0
}

/// Checks that each component names one directory entry, so that the path never leaves the root.
private func checkComponents(_ path: TreePath) {
    precondition(!path.components.isEmpty)
    for component in path.components {
        precondition(!component.isEmpty && component != "." && component != "..")
        precondition(!component.utf8.contains(UInt8(ascii: "/")) && !component.utf8.contains(0))
    }
}

/// Checks that a path keeps the start of the folder at most: a URI goes up and then down.
private func checkDescent(_ path: TreePath, _ uri: String, _ folder: [String]) {
    let written = uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        .split(separator: UInt8(ascii: "/")).count
    precondition(path.components.count <= folder.count + written)
    let sharedCount = zip(path.components, folder).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    precondition(path.components.count - sharedCount <= written && folder.count - sharedCount <= written)
}

/// Checks that a path with every byte percent-encoded resolves to itself from the root.
private func checkWritten(_ path: TreePath) {
    let digits = Array("0123456789abcdef".utf8)
    var encoded: [UInt8] = []
    for component in path.components {
        if !encoded.isEmpty { encoded.append(UInt8(ascii: "/")) }
        for byte in component.utf8 {
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    let uri = String(decoding: encoded, as: UTF8.self)
    precondition((try? URIResolution.resolve(uri, in: [])) == path)
}

/// Checks that a query or a fragment changes nothing.
private func checkQuery(_ path: TreePath, _ uri: String, _ folder: [String]) {
    precondition((try? URIResolution.resolve(uri + "?/../..:%", in: folder[...])) == path)
    precondition((try? URIResolution.resolve(uri + "#/../..:%", in: folder[...])) == path)
}

/// Checks a refused URI from a folder that is deep enough.
///
/// A URI that left the tree stays in it from there; for any other reason it is refused again.
private func checkDeeper(_ uri: String, _ folder: [String]) {
    let deep = Array(repeating: "x", count: uri.utf8.count + 1) + folder
    do throws(URIResolution.Failure) {
        _ = try URIResolution.resolve(uri, in: folder[...])
        preconditionFailure("refused once and accepted once")
    } catch {
        let found = Result { () throws(URIResolution.Failure) in
            try URIResolution.resolve(uri, in: deep[...])
        }
        switch (error, found) {
        case (.leavesTree, .failure(.leavesTree)): preconditionFailure("it leaves any tree")
        case (.leavesTree, _): break
        case (_, .success): preconditionFailure("\(error) depends on the folder")
        case (_, .failure(let other)): precondition(error == other)
        }
    }
}
