package import TransportStreams

/// What SAMPLE-AES does with an elementary stream, by its entry in the program map.
///
/// Source of the values: ISO/IEC 13818-1 table 2-34; ATSC A/52 and A/53; ETSI EN 300 468 annex D; SCTE 35; Apple,
/// "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling.
package enum ElementaryStreamRole: Hashable, Sendable {
    /// A clear stream that can be protected.
    case protectable(SampleAESCodec)
    /// A stream that is protected.
    case protected(SampleAESCodec)
    /// Data that stay clear: metadata, cues, subtitles, private sections.
    case data
    /// Video or audio for which SAMPLE-AES has no rule, or a type that is not known; `what` says what it is.
    case unsupported(what: String)

    /// The role of a stream.
    ///
    /// - Parameters:
    ///   - stream: its entry.
    ///   - program: the descriptors of the program, which may give private stream types another meaning.
    package init(_ stream: ProgramMapTable.ElementaryStream, in program: [ProgramDescriptor] = []) {
        self = .data
    }

    /// The codec of a stream that is protected or can be.
    package var codec: SampleAESCodec? {
        switch self {
        case .protectable(let codec), .protected(let codec): codec
        case .data, .unsupported: nil
        }
    }
}
