import HLSPlaylists
import PlaylistLinting
import Presentations
import Rewriting

/// Applies edits of `rewrite` to any playlist: no input may crash the process.
///
/// The first two bytes select the edits. Without edits the bytes have to stay the same. A result has to be
/// readable, may not change under the same edits again unless they cut it, and may have no linter error that
/// the source does not have.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRewriting(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count > 2, input.count < 1 << 16 else { return 0 }
    let source = Array(input[2...])
    if let same = rewritten(source, 0) { precondition(same == source, "without edits the bytes stay") }
    let edits = UInt16(input[0]) << 8 | UInt16(input[1])
    guard let result = rewritten(source, edits) else { return 0 }
    let before = errors(of: source)
    for (rule, count) in errors(of: result) {
        precondition(count <= before[rule, default: 0], "a new error: \(rule)")
    }
    guard edits & Edit.cuts == 0 else { return 0 }
    precondition(rewritten(result, edits) == result, "the same edits again change nothing")
    return 0
}

/// The bits that select edits.
private enum Edit {
    /// The edits that cut by media time; repeated, they count from the new start and cut again.
    static let cuts: UInt16 = 0b111
}

private func rewritten(_ playlist: [UInt8], _ edits: UInt16) -> [UInt8]? {
    var request = RewriteRequest(playlist: "-", destination: .caller)
    request.playlistBytes = playlist
    switch edits & Edit.cuts {
    case 1: request.window = .span(from: .seconds(4), to: nil)
    case 2: request.window = .span(from: .zero, to: .seconds(8))
    case 3: request.window = .last(.seconds(6))
    case 4: request.window = .dates(from: date, to: nil)
    case 5: request.window = .dates(from: nil, to: date)
    default: break
    }
    request.endsPlaylists = edits & 1 << 3 != 0
    if edits & 1 << 4 != 0 { request.segmentBase = URIBase(argument: "https://cdn/x") }
    if edits & 1 << 5 != 0 { request.playlistBase = URIBase(argument: "/lists") }
    if edits & 1 << 6 != 0, let replacement = URIPrefixReplacement(argument: "https://a=https://b") {
        request.uriChanges.replacements = [replacement]
        request.uriChanges.kinds = Set(URIKind.allCases)
    }
    if edits & 1 << 7 != 0, let parameter = URIQueryParameter(name: "t", value: "1 2") {
        request.uriChanges.parameters = [parameter]
        request.uriChanges.kinds = Set(URIKind.allCases)
    }
    if edits & 1 << 8 != 0, let tags = try? TagRemoval(parsing: "EXT-X-DATERANGE,EXT-X-PROGRAM-DATE-TIME") {
        request.droppedTags = tags
    }
    if edits & 1 << 9 != 0, let keep = try? SelectionExpression(parsing: "bandwidth<=1000", for: .keep) {
        request.selection.keeps = [keep]
    }
    if edits & 1 << 10 != 0 { request.parameters = QueryParameters(["q": "1"]) }
    return try? RewriteRun(request, store: nil).executeForCaller().playlist
}

private let date = DateTime(parsing: ArraySlice("2024-01-01T00:00:06Z".utf8))

/// Returns the number of linter errors for each rule; empty if the bytes are no playlist.
private func errors(of playlist: [UInt8]) -> [String: Int] {
    guard let document = try? PlaylistDocument(parsing: playlist),
        let kind = try? PlaylistKind.detect(document)
    else { return [:] }
    let subject =
        kind == .media
        ? LintInput(
            name: "p",
            multivariant: nil,
            media: [LintInput.Media(name: "p", reading: MediaPlaylist.reading(document))]
        )
        : LintInput(name: "p", multivariant: MultivariantPlaylist.reading(document), media: [])
    let errors = PlaylistLinter.findings(subject).filter { $0.rule.severity == .error }
    return errors.reduce(into: [:]) { $0[$1.rule.id, default: 0] += 1 }
}
