import FoundationEssentials
import Rehearsal
import TextFormats

/// A form in which apps post an SPC and get a CKC; the raw values are those of `--post`.
package enum LicenseRequestForm: String, CaseIterable, Codable, Sendable {
    /// The bytes themselves, both ways.
    case octets
    /// `spc=BASE64&assetId=ID`, percent-encoded; the answer is base64, alone or between `<ckc>` and `</ckc>`.
    case form
    /// `fairplay-streaming-request` and `fairplay-streaming-response`, as test servers of WebKit take them.
    case json

    /// The media type of the request.
    package var contentType: String {
        switch self {
        case .octets: "application/octet-stream"
        case .form: "application/x-www-form-urlencoded"
        case .json: "application/json"
        }
    }

    /// The form of a request with a media type; nil for another.
    init?(contentType: String?) {
        let type = contentType?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        guard let form = Self.allCases.first(where: { $0.contentType == type }) else { return nil }
        self = form
    }

    /// The body of a request.
    package func body(of spc: [UInt8], uri: String, assetID: [UInt8]) -> [UInt8] {
        switch self {
        case .octets: return spc
        case .form:
            return Array(
                "spc=\(PercentEncoding.encode(Self.base64(spc)))&assetId=\(PercentEncoding.encode(assetID))"
                    .utf8
            )
        case .json:
            let key = StreamingKeys.Request.Key(id: 1, uri: uri, spc: Data(spc))
            let request = StreamingKeys.Request(content: .init(version: 1, keys: [key]))
            return (try? Array(JSONEncoder().encode(request))) ?? []
        }
    }

    /// The SPC of a request; nil where the body is not of this form.
    package func spc(in body: [UInt8]) -> [UInt8]? {
        switch self {
        case .octets: return body
        case .form:
            return Self.value("spc", in: body).flatMap { Self.bytes(base64: $0) }
        case .json:
            let request = try? JSONDecoder().decode(StreamingKeys.Request.self, from: Data(body))
            return request?.content.keys.first.map { Array($0.spc) }
        }
    }

    /// The body of an answer.
    package func body(of ckc: [UInt8]) -> [UInt8] {
        switch self {
        case .octets: return ckc
        case .form: return Self.base64(ckc)
        case .json:
            let response = StreamingKeys.Response(content: .init(keys: [.init(id: 1, ckc: Data(ckc))]))
            return (try? Array(JSONEncoder().encode(response))) ?? []
        }
    }

    /// The body of the answer to a request: one CKC, in JSON one for each SPC, under the id that it has.
    ///
    /// - Parameters:
    ///   - request: its body.
    ///   - license: makes the CKC for an SPC.
    /// - Returns: the body; nil where that of the request is not of this form.
    /// - Throws: what `license` throws; nobody gets a part of the answers.
    func answer(
        to request: [UInt8],
        license: ([UInt8]) throws(KSMRefusal) -> [UInt8]
    ) throws(KSMRefusal) -> [UInt8]? {
        guard self == .json else {
            guard let spc = spc(in: request) else { return nil }
            return body(of: try license(spc))
        }
        guard let read = try? JSONDecoder().decode(StreamingKeys.Request.self, from: Data(request)),
            !read.content.keys.isEmpty
        else { return nil }
        var answers: [StreamingKeys.Response.Key] = []
        for key in read.content.keys {
            answers.append(.init(id: key.id, ckc: Data(try license(Array(key.spc)))))
        }
        return try? Array(JSONEncoder().encode(StreamingKeys.Response(content: .init(keys: answers))))
    }

    /// The CKC of an answer; nil where the body is not of this form.
    package func ckc(in body: [UInt8]) -> [UInt8]? {
        switch self {
        case .octets: return body
        case .form:
            let text = String(decoding: body, as: UTF8.self).filter { !$0.isWhitespace }
            let inner =
                text.hasPrefix("<ckc>") && text.hasSuffix("</ckc>")
                ? String(text.dropFirst(5).dropLast(6)) : text
            return Self.bytes(base64: Array(inner.utf8))
        case .json:
            let response = try? JSONDecoder().decode(StreamingKeys.Response.self, from: Data(body))
            return response?.content.keys.first.map { Array($0.ckc) }
        }
    }

    /// The value of a name in `application/x-www-form-urlencoded`, decoded; nil where it is not there, or its escapes are none.
    private static func value(_ name: String, in body: [UInt8]) -> [UInt8]? {
        let prefix = Array("\(name)=".utf8)
        let pair = body.split(separator: UInt8(ascii: "&")).first { $0.starts(with: prefix) }
        guard let value = pair?.dropFirst(prefix.count) else { return nil }
        let blank = UInt8(ascii: " ")
        return PercentEncoding.bytes(value.map { $0 == UInt8(ascii: "+") ? blank : $0 })
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedString().utf8) }

    private static func bytes(base64 text: [UInt8]) -> [UInt8]? {
        Data(base64Encoded: Data(text)).map { Array($0) }
    }
}

/// The JSON of `LicenseRequestForm.json`.
private enum StreamingKeys {
    struct Request: Codable {
        struct Content: Codable {
            let version: Int
            let keys: [Key]

            enum CodingKeys: String, CodingKey {
                case version
                case keys = "streaming-keys"
            }
        }

        struct Key: Codable {
            let id: Int
            let uri: String
            let spc: Data
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
            let id: Int
            let ckc: Data
        }

        let content: Content

        enum CodingKeys: String, CodingKey {
            case content = "fairplay-streaming-response"
        }
    }
}
