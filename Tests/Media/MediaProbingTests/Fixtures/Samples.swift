import Bitstreams
import MediaProbing
import RepositoryFiles

/// Probes bytes that arrive in chunks of one size, skipping bytes that the probe does not need.
func probe(
    _ bytes: [UInt8],
    chunk: Int = 4096,
    initialization: MediaInitialization? = nil
) throws(ParseError) -> MediaContent {
    try probeBoth(bytes, chunk: chunk, initialization: initialization).content
}

/// Probes bytes, and also returns the initialization for later segments.
func probeBoth(
    _ bytes: [UInt8],
    chunk: Int = 4096,
    skipping: Bool = true,
    initialization: MediaInitialization? = nil
) throws(ParseError) -> (content: MediaContent, initialization: MediaInitialization?) {
    var probe = MediaProbe(initialization: initialization)
    var position = 0
    while position < bytes.count {
        let skipped = skipping ? Int(min(probe.skippableCount, UInt64(bytes.count - position))) : 0
        if skipped > 0 {
            probe.skip(UInt64(skipped))
            position += skipped
            continue
        }
        let end = min(position + chunk, bytes.count)
        try probe.consume(bytes.span.extracting(position..<end))
        position = end
    }
    let content = try probe.finish()
    return (content, probe.foundInitialization)
}

/// The repository's `SampleMedia`.
enum Samples {
    static let root = Repository.sampleMedia

    static func bytes(_ name: String) throws -> [UInt8] {
        try Repository.sampleBytes(name)
    }

    /// Returns a byte range of a file, as a playlist gives it.
    static func bytes(_ name: String, _ length: Int, at offset: Int) throws -> [UInt8] {
        let all = try bytes(name)
        return Array(all[offset..<offset + length])
    }
}
