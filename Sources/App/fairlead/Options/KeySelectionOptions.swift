import ArgumentParser
import CommandLineParts
import Failures
import FoundationEssentials
import KeyStore

/// The options that select keys of a store; all keys if none is given.
struct KeySelectionOptions: ParsableArguments {
    @Option(name: .customLong("content-id"), help: ArgumentHelp("Keys of this title.", valueName: "id"))
    var contentID: String?

    @Option(help: "Only this track: all, a class (audio, sd, hd, uhd) or a rendition's name.")
    var track: String?

    @Option(help: "Only this key period.")
    var period: Int?

    @Option(help: "Only this generation.")
    var generation: Int?

    @Option(name: .customLong("key-id"), help: ArgumentHelp("This key; repeatable.", valueName: "uuid"))
    var keyID: [String] = []

    /// Indicates whether a title or keys are named; irreversible changes require that.
    var namesKeys: Bool { contentID != nil || !keyID.isEmpty }

    /// Indicates whether all keys of the store are selected.
    var isAll: Bool { !namesKeys && track == nil && period == nil && generation == nil }

    func validate() throws {
        for id in keyID where UUID(uuidString: id) == nil { throw ValidationError("--key-id is not a UUID") }
        if period.map({ $0 < 0 }) == true { throw ValidationError("--period must be at least 0") }
        if generation.map({ $0 < 1 }) == true { throw ValidationError("--generation must be at least 1") }
    }

    /// Throws if neither a title nor a key is named.
    func requireNamedKeys() throws {
        guard namesKeys else { throw ValidationError("give --content-id or --key-id") }
    }

    /// Returns the named title, or nil if none is named.
    func title() throws -> ContentID? { try contentID.map { try ContentID(argument: $0) } }

    /// Returns the titles that have all selected keys, ordered; a single nil stands for all titles.
    ///
    /// Reading whole titles costs little, reading a large store for a few of its keys minutes.
    func titles(in store: any KeyRecordStore) throws -> [ContentID?] {
        if let title = try title() { return [title] }
        guard !keyID.isEmpty else { return [nil] }
        return Set(try ids.compactMap { try store.record(keyID: $0)?.identity.contentID }).sorted()
    }

    /// Returns the selected keys of the title, or those with the given ids; ordered by identity, at least
    /// one.
    func records(in store: any KeyRecordStore) throws -> [KeyRecord] {
        let title = try title()
        var records: [KeyRecord]
        if !keyID.isEmpty {
            records = try ids.map { id in
                guard let record = try store.record(keyID: id) else { throw Self.noSuchKey(id) }
                return record
            }
            .sorted { $0.identity < $1.identity }
        } else {
            records = try title.map { try store.records(of: $0) } ?? []
        }
        records.removeAll { !matches($0, title: title) }
        guard !records.isEmpty else { throw Self.noSuchKey }
        return records
    }

    /// Indicates whether a key is selected; `title` is the result of `title()`.
    func matches(_ record: KeyRecord, title: ContentID?) -> Bool {
        let identity = record.identity
        return (title == nil || identity.contentID == title) && (keyID.isEmpty || ids.contains(record.keyID))
            && (track == nil || identity.track == track) && (period == nil || identity.period == period)
            && (generation == nil || identity.generation == generation)
    }

    /// The failure of a command whose selection matches no key.
    static let noSuchKey = RunFailure(
        .missing,
        "there is no such key",
        remedy: "See fairlead keys list.",
        label: "key store"
    )

    /// Returns the failure for a named key that does not exist.
    static func noSuchKey(_ id: UUID) -> RunFailure {
        RunFailure(
            .missing,
            "there is no key \(id.uuidString.lowercased())",
            remedy: "See fairlead keys list.",
            label: "key store"
        )
    }

    /// The key ids that are given.
    var ids: Set<UUID> { Set(keyID.compactMap(UUID.init(uuidString:))) }
}
