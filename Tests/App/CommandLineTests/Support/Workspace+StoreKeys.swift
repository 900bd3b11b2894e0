import Foundation
import Testing

/// The part of `keys policy`, `keys revoke` and `keys confirm --format json` that tests read.
struct KeyChange: Decodable {
    struct Key: Decodable {
        let contentId: String
        let track: String
        let generation: Int
        let keyId: String
    }
    let key: Key
    let version: Int?
    let changed: Bool?
    let policy: [String: PolicyValue]?
    let pendingAt: [String]?
    let state: String?
}

/// A term of a policy in JSON: a word or a number of seconds.
enum PolicyValue: Decodable, Hashable {
    case text(String)
    case seconds(Int)

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if let seconds = try? value.decode(Int.self) { .seconds(seconds) } else {
                .text(try value.decode(String.self))
            }
    }
}

extension Workspace {
    /// Runs `keys ARGUMENTS --format json` and returns the keys in the result.
    func keyChanges(_ arguments: String...) throws -> [KeyChange] {
        struct Result: Decodable {
            let keys: [KeyChange]?
            let changed: [KeyChange]?
        }
        let outcome = try start(["keys"] + arguments + ["--format", "json"]).wait().succeeds()
        let result = try outcome.json(Result.self)
        return try #require(result.keys ?? result.changed)
    }

    /// Mints keys for a title, one for each track.
    func mint(_ title: String, _ tracks: String...) throws {
        for track in tracks {
            try fairlead("keys", "create", "--content-id", title, "--track", track).succeeds()
        }
    }

    /// Exports the keys that the license server `target` does not have.
    func deliver(to target: String) throws -> [DeliveredKey] {
        let lines = try fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext", "--pending", target)
        return try lines.succeeds().output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(DeliveredKey.self, from: Data($0))
        }
    }
}

/// A key in a delivery; a tombstone has neither key nor IV.
struct DeliveredKey: Decodable, Hashable {
    let track: String
    let key: String?
    let iv: String?
    let state: String
}
