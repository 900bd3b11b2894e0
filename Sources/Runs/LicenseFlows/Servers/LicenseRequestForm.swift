import Ciphers
import FoundationEssentials
import Rehearsal
import TextFormats

/// A form in which apps post an SPC and receive a CKC; the raw values are those of `--post`.
package enum LicenseRequestForm: String, CaseIterable, Codable, Sendable {
    /// The bytes of SPC and CKC without encoding.
    case octets
    /// `spc=BASE64&assetId=ID`, percent-encoded; the answer is base64, bare or in `<ckc>…</ckc>`.
    case form
    /// `fairplay-streaming-request` and `fairplay-streaming-response`, as WebKit's test servers accept them.
    case json

    /// The media type of the request.
    var contentType: String {
        switch self {
        case .octets: "application/octet-stream"
        case .form: "application/x-www-form-urlencoded"
        case .json: "application/json"
        }
    }

    /// Creates the form for a request's media type, or returns nil for any other type.
    init?(contentType: String?) {
        let type = contentType?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        guard let form = Self.allCases.first(where: { $0.contentType == type }) else { return nil }
        self = form
    }

    /// Returns the request body for an SPC.
    package func body(of spc: [UInt8], uri: String, assetID: [UInt8]) -> [UInt8] {
        switch self {
        case .octets: return spc
        case .form:
            return Array(
                "spc=\(PercentEncoding.encode(Base64.encode(spc).utf8))&assetId=\(PercentEncoding.encode(assetID))"
                    .utf8
            )
        case .json:
            let key = StreamingKeys.Request.Key(id: 1, uri: uri, spc: StreamingKeys.Message(spc))
            let request = StreamingKeys.Request(content: .init(version: 1, keys: [key]))
            return (try? Array(JSONEncoder().encode(request))) ?? []
        }
    }

    /// Returns the SPC in a request body, or nil if the body does not have this form.
    package func spc(in body: [UInt8]) -> [UInt8]? {
        switch self {
        case .octets: return body
        case .form:
            return Self.value("spc", in: body).flatMap { Base64.decode($0.span) }
        case .json:
            let request = try? JSONDecoder().decode(StreamingKeys.Request.self, from: Data(body))
            return request?.content.keys.first?.spc.bytes
        }
    }

    /// Returns the answer body for a CKC.
    package func body(of ckc: [UInt8]) -> [UInt8] {
        switch self {
        case .octets: return ckc
        case .form: return Array(Base64.encode(ckc).utf8)
        case .json:
            let response = StreamingKeys.Response(content: .init(keys: [.init(id: 1, ckc: .init(ckc))]))
            return (try? Array(JSONEncoder().encode(response))) ?? []
        }
    }

    /// Creates the answer body for a request: one CKC, or in JSON one for each SPC, under the same id.
    ///
    /// - Parameters:
    ///   - request: the request body.
    ///   - license: generates the CKC for an SPC.
    /// - Returns: the answer body, or nil if the request body does not have this form.
    /// - Throws: the refusals of `license`; no partial answer is returned.
    func answer(
        to request: [UInt8],
        license: ([UInt8]) throws(KSMRefusal) -> [UInt8]
    ) throws(KSMRefusal) -> [UInt8]? {
        guard self == .json else {
            guard let spc = spc(in: request) else { return nil }
            return body(of: try license(spc))
        }
        guard let decoded = try? JSONDecoder().decode(StreamingKeys.Request.self, from: Data(request)),
            !decoded.content.keys.isEmpty
        else { return nil }
        var answers: [StreamingKeys.Response.Key] = []
        for key in decoded.content.keys {
            answers.append(.init(id: key.id, ckc: .init(try license(key.spc.bytes))))
        }
        return try? Array(JSONEncoder().encode(StreamingKeys.Response(content: .init(keys: answers))))
    }

    /// Returns the CKC in an answer body, or nil if the body does not have this form.
    package func ckc(in body: [UInt8]) -> [UInt8]? {
        switch self {
        case .octets: return body
        case .form:
            let text = String(decoding: body, as: UTF8.self).filter { !$0.isWhitespace }
            let inner =
                text.hasPrefix("<ckc>") && text.hasSuffix("</ckc>")
                ? text.dropFirst(5).dropLast(6) : text[...]
            return Base64.decode(inner)
        case .json:
            let response = try? JSONDecoder().decode(StreamingKeys.Response.self, from: Data(body))
            return response?.content.keys.first?.ckc.bytes
        }
    }

    /// Returns a decoded value of `application/x-www-form-urlencoded`, or nil if it is missing or has invalid
    /// escapes.
    private static func value(_ name: String, in body: [UInt8]) -> [UInt8]? {
        let prefix = Array("\(name)=".utf8)
        let pair = body.split(separator: UInt8(ascii: "&")).first { $0.starts(with: prefix) }
        guard let value = pair?.dropFirst(prefix.count) else { return nil }
        let blank = UInt8(ascii: " ")
        return PercentEncoding.decodeBytes(value.map { $0 == UInt8(ascii: "+") ? blank : $0 })
    }
}

/// The JSON of `LicenseRequestForm.json`.
///
/// All members are written; some are optional when reading, because servers and apps omit them.
private enum StreamingKeys {
    /// An SPC or CKC, in base64.
    struct Message: Codable {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let bytes = Base64.decode(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no base64")
            }
            self.bytes = bytes
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Base64.encode(bytes))
        }
    }

    struct Request: Codable {
        struct Content: Codable {
            let version: Int?
            let keys: [Key]

            enum CodingKeys: String, CodingKey {
                case version
                case keys = "streaming-keys"
            }
        }

        struct Key: Codable {
            let id: Int?
            let uri: String?
            let spc: Message
        }

        let content: Content

        enum CodingKeys: String, CodingKey {
            case content = "fairplay-streaming-request"
        }
    }

    struct Response: Codable {
        struct Content: Codable {
            let keys: [Key]

            enum CodingKeys: String, CodingKey {
                case keys = "streaming-keys"
            }
        }

        struct Key: Codable {
            let id: Int?
            let ckc: Message
        }

        let content: Content

        enum CodingKeys: String, CodingKey {
            case content = "fairplay-streaming-response"
        }
    }
}
