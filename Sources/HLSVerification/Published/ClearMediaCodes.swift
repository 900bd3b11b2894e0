import HLSPackaging

/// The codes of clear files, which were taken while their targets were read.
struct ClearMediaCodes {
    private typealias Location = VerificationTarget.Location
    /// By the file, then by the place in it; nil where the bytes could not be had.
    private var codes: [Location: [UInt64: MediaCode?]] = [:]

    init(_ targets: [VerificationTarget], _ outcomes: [TargetChecker.Outcome]) {
        for (target, outcome) in zip(targets, outcomes) {
            // I-frames are parts of segments.
            guard case .clear = target.protection, target.expectation.role != .iFrameRange else { continue }
            let code = outcome.code.map { MediaCode(length: outcome.codeLength, code: $0) }
            codes[Self.file(target.location.path), default: [:]][outcome.range.lowerBound] = .some(code)
        }
    }

    /// What tells the bytes of a file, as it is published (`PublishedFile`); nil where not all of it is known.
    func digest(of path: String) -> (digest: [UInt8], units: Int)? {
        guard let units = codes[Self.file(path)]?.sorted(by: { $0.key < $1.key }).map(\.value) else { return nil }
        let known = units.compactMap(\.self)
        guard known.count == units.count else { return nil }
        return (PublishedFile.digest(of: known), known.count)
    }

    private static func file(_ path: String) -> Location { Location(path: path, name: "", range: nil) }
}
