import Foundation
import Testing

extension Outcome {
    /// Part of the note that identity key lines have the usual URI, which most tests cause and are not about.
    static let resourceLoaderNote = "only apps with a resource loader of their own"

    /// The lines on standard error, without that note.
    private var lines: [Substring] {
        errors.split(separator: "\n").filter { !$0.contains(Self.resourceLoaderNote) }
    }

    /// Expects status 0 and an empty standard error.
    @discardableResult
    func succeeds(sourceLocation: SourceLocation = #_sourceLocation) throws -> Outcome {
        try #require(status == 0, "\(testDescription)", sourceLocation: sourceLocation)
        #expect(lines.isEmpty, "\(errors)", sourceLocation: sourceLocation)
        return self
    }

    /// Expects status 0 and, on standard error, a line for each part: `warning: ` and a text with the part.
    @discardableResult
    func warns(_ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> Outcome {
        try #require(status == 0, "\(testDescription)", sourceLocation: sourceLocation)
        let isAboutNote = parts.contains(Self.resourceLoaderNote)
        let lines = isAboutNote ? errors.split(separator: "\n") : lines
        #expect(lines.count == parts.count, "\(errors)", sourceLocation: sourceLocation)
        for (line, part) in zip(lines, parts) {
            #expect(
                line.hasPrefix("warning: ") && line.contains(part),
                "\(errors)",
                sourceLocation: sourceLocation
            )
        }
        return self
    }

    /// Expects a status and one line `error: WHERE: WHAT. FIX.` that contains each of `parts`.
    @discardableResult
    func fails(
        _ expected: Int32,
        _ parts: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        #expect(status == expected, "\(testDescription)", sourceLocation: sourceLocation)
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.first { $0.hasPrefix("error: ") }.map(String.init) ?? ""
        #expect(
            first.wholeMatch(of: /error: [^ ].*?: .+\./) != nil,
            "no line 'error: WHERE: WHAT. FIX.': \(errors)",
            sourceLocation: sourceLocation
        )
        #expect(lines.count { $0.hasPrefix("error: ") } == 1, "\(errors)", sourceLocation: sourceLocation)
        for part in parts {
            #expect(first.contains(part), "no \(part): \(errors)", sourceLocation: sourceLocation)
        }
        return self
    }

    /// Decodes standard output as a JSON object.
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    }

    /// Decodes standard output as JSON of this type.
    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: output)
    }
}

/// The part of `protect --format json` that tests read.
struct ProtectionReport: Decodable {
    struct Rendition: Decodable {
        let name: String
        let segments: Int
        let encrypted: Int
    }
    struct Key: Decodable {
        let keyId: String?
        let track: String
        let period: Int
        let generation: Int
        let keyUri: String
        let new: Bool
    }
    let contentId: String
    let method: String
    let keySystems: [String]
    let warnings: [String]
    let notes: [String]
    let outcome: String
    let renditions: [Rendition]
    let keys: [Key]
}

/// The part of `verify --format json` that tests read.
struct VerificationReport: Decodable {
    struct Rendition: Decodable {
        let name: String
        let segments: Int
        let encrypted: Int
        let holds: Bool
    }
    struct Finding: Decodable {
        let rule: String
        let severity: String
        let playlist: String
        let line: Int?
        let file: String?
        let message: String
    }
    let holds: Bool
    let renditions: [Rendition]
    let findings: [Finding]
}
