/// The numbers with which key security modules report errors of an SPC (published with FairPlay Streaming's
/// SDK 2 to 4).
package enum KSMStatus: Int, CaseIterable, Sendable {
    case spcVersion = -42580
    case spcParsing = -42581
    case ckcGeneration = -42582
    case missingTag = -42583
    case noContentKey = -42584
    case parameter = -42585
    case memory = -42586
    case file = -42587
    case cryptography = -42588
    case integrity = -42589
    case protocolVersion = -42590
    case duplicateTag = -42591

    /// The meaning in a few words, for people.
    var description: String {
        switch self {
        case .spcVersion: "SPC version not supported"
        case .spcParsing: "SPC cannot be parsed"
        case .ckcGeneration: "CKC cannot be made"
        case .missingTag: "required tag missing"
        case .noContentKey: "no content key for the asset id"
        case .parameter: "wrong parameter"
        case .memory: "out of memory"
        case .file: "file error"
        case .cryptography: "cryptographic error"
        case .integrity: "integrity check failed"
        case .protocolVersion: "protocol version not supported"
        case .duplicateTag: "tag appears twice"
        }
    }
}
