import Foundation
import Testing

/// The part of `templates render --format json` that tests read.
struct TemplateRendering: Decodable {
    struct Record: Decodable {
        struct AssetID: Decodable {
            let id: String
            let hex: String?
            let rule: String
        }
        let contentId: String
        let track: String
        let keyId: String
        let keyUri: String
        let assetIds: [AssetID]?
        let hdcp: String?
    }
    let keyLines: [String]
    let sessionKeyLines: [String]
    let records: [Record]
    let examples: [String]
}

/// The part of `templates check --format json` that tests read.
struct TemplateCheck: Decodable {
    struct Finding: Decodable {
        let rule: String
        let severity: String
        let line: Int?
        let column: Int?
        let message: String
    }
    let template: String
    let holds: Bool
    let keys: Int
    let assetIds: Int
    let licenses: Int
    let findings: [Finding]
}

extension Workspace {
    /// Runs `templates render NAME OPTIONS... --format json`, which has to succeed.
    func rendering(_ template: String, _ options: [String]) throws -> TemplateRendering {
        try start(["templates", "render", template, "--format", "json"] + options).wait().succeeds()
            .json(TemplateRendering.self)
    }

    /// Returns the names of the built-in templates.
    func templateNames() throws -> [String] {
        struct Listed: Decodable {
            let name: String
        }
        return try fairlead("templates", "list", "--format", "json").succeeds().json([Listed].self).map(
            \.name
        )
    }
}
