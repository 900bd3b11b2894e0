package import TransportStreams

/// The treatment of an elementary stream by SAMPLE-AES, from its entry in the program map.
package enum ElementaryStreamRole: Hashable, Sendable {
    /// A clear stream that can be protected.
    case protectable(SampleAESCodec)
    /// A protected stream.
    case protected(SampleAESCodec)
    /// Data that stay clear: metadata, cues, subtitles, private sections.
    case data
    /// Video or audio for which SAMPLE-AES has no rule, or an unknown stream type; `what` describes it.
    case unsupported(what: String)

    /// Creates the role of a stream.
    ///
    /// - Parameters:
    ///   - stream: the entry of the stream in the program map.
    ///   - program: the descriptors of the program, which can change the meaning of private stream types.
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
            case .unknown: .unsupported(what: "an unknown stream_type")
            }
    }

    /// The codec of a stream that is protected or can be; nil for others.
    package var codec: SampleAESCodec? {
        switch self {
        case .protectable(let codec), .protected(let codec): codec
        case .data, .unsupported: nil
        }
    }
}
