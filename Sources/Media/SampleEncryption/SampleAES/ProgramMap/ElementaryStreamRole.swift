package import TransportStreams

/// What SAMPLE-AES does with an elementary stream, by its entry in the program map.
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
        for codec in SampleAESCodec.allCases where stream.type == codec.protectedStreamType {
            self = .protected(codec)
            return
        }
        self =
            switch ElementaryStreamContent(stream, in: program) {
            case .video(let name), .audio(let name):
                SampleAESCodec(rawValue: name).map { .protectable($0) } ?? .unsupported(what: name)
            case .data: .data
            case .unknown where stream.type.rawValue == 0x06: .data
            case .unknown: .unsupported(what: "a stream_type that is not known")
            }
    }

    /// The codec of a stream that is protected or can be.
    package var codec: SampleAESCodec? {
        switch self {
        case .protectable(let codec), .protected(let codec): codec
        case .data, .unsupported: nil
        }
    }
}
