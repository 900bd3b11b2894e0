package import Bitstreams

extension Mezzanine {
    /// The size of the largest WebVTT file that is supported, in bytes; it is read into memory as a whole.
    static let textLimit: UInt64 = 64 << 20

    /// Reads an input and locates its samples.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it, for messages.
    ///   - bytes: the bytes of the file.
    ///   - choices: the tracks that are asked for; no others are read.
    /// - Returns: the input, with all samples of its tracks located.
    /// - Throws: `MezzanineError` if the input cannot be read or packaged.
    package static func read(
        path: String,
        _ bytes: any ByteSource,
        taking choices: Set<TrackChoice> = [.all]
    ) throws(MezzanineError) -> Mezzanine {
        let prefix = try start(path, bytes)
        switch InputSniffer.kind(of: prefix) {
        case .movie: return try MovieInput.read(path: path, bytes, taking: choices)
        case .transportStream: return try TransportStreamInput.read(path: path, bytes, taking: choices)
        case .packedAudio: return try PackedAudioInput.read(path: path, bytes)
        case .webVTT:
            let text = try text(path, bytes)
            guard let order = UTF16ByteOrder(prefix[...]) else {
                return Mezzanine(path: path, kind: .webVTT, text: text)
            }
            return Mezzanine(
                path: path,
                kind: .webVTT,
                text: try MezzanineError.wrappingParseErrors(path) { () throws(ParseError) in
                    try order.utf8(text)
                },
                notes: ["the WebVTT is in UTF-16 and is converted to UTF-8, which WebVTT requires"]
            )
        case nil:
            throw .unsupported(
                path: path,
                what: InputSniffer.description(ofUnsupported: prefix)
                    + " (expected MP4, MOV, MPEG-TS, ADTS, AC-3, E-AC-3 or WebVTT, not encrypted)",
                "Give one of these; `ffmpeg -i IN -c copy OUT.mp4` converts most other formats to MP4."
            )
        }
    }

    private static func start(_ path: String, _ bytes: any ByteSource) throws(MezzanineError) -> [UInt8] {
        do throws(ByteSourceError) {
            return try bytes.makeReader().bytes(InputSniffer.prefixSize, at: 0)
        } catch {
            throw .bytes(path: path, error)
        }
    }

    private static func text(_ path: String, _ bytes: any ByteSource) throws(MezzanineError) -> [UInt8] {
        guard bytes.size <= textLimit else {
            throw .unsupported(
                path: path,
                what: "a WebVTT file of \(bytes.size) bytes (expected at most \(textLimit))",
                "Split it"
            )
        }
        do throws(ByteSourceError) {
            let text = try bytes.makeReader().bytes(Int(bytes.size), at: 0)
            guard UInt64(text.count) == bytes.size else { throw .changed(path: path) }
            return text
        } catch {
            throw .bytes(path: path, error)
        }
    }
}
