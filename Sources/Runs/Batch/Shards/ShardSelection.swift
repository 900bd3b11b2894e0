import TextFormats

/// The part of a manifest that one process works on.
///
/// With `count` shards, numbered from 0, title i belongs to shard i mod `count`.
package struct ShardSelection: Hashable, Sendable {
    /// The number of the shard, from 0.
    package let index: Int
    /// The number of shards.
    package let count: Int

    /// Creates a shard.
    ///
    /// - Throws: `ShardSelectionError` if `count` is not positive or `index` is not less than `count`.
    init(index: Int, count: Int) throws(ShardSelectionError) {
        guard count > 0 else { throw .noShards }
        guard (0..<count).contains(index) else { throw .outOfRange(index: index, count: count) }
        self.index = index
        self.count = count
    }

    /// Returns the shard that the options and the environment select.
    ///
    /// - Parameters:
    ///   - index: the value of `--shard-index`: a number, or `auto` for the task number in the environment.
    ///   - count: the value of `--shard-count`; with `auto`, nil for the number of tasks in the environment.
    ///   - environment: the environment variables of the process.
    /// - Returns: the shard, or nil if neither option is given: then all titles are processed.
    /// - Throws: `ShardSelectionError` if the options are incomplete, malformed or contradict the
    ///   environment, or if the environment does not determine the shard.
    package static func select(
        index: String?,
        count: String?,
        environment: [String: String]
    ) throws(ShardSelectionError) -> ShardSelection? {
        let given = try count.map { text throws(ShardSelectionError) in
            try number(text, of: "--shard-count")
        }
        guard let index else {
            guard given == nil else { throw .countWithoutIndex }
            return nil
        }
        guard index != "auto" else { return try automatic(count: given, environment) }
        let shard = try number(index, of: "--shard-index")
        guard let given else { throw .indexWithoutCount }
        return try ShardSelection(index: shard, count: given)
    }

    /// Indicates whether a title belongs to the shard.
    ///
    /// - Parameter title: the position of the title in the manifest, from 0.
    /// - Returns: true if this process works on the title.
    func contains(_ title: Int) -> Bool { title % count == index }

    /// Returns the titles of the shard, in manifest order.
    package func titles(of manifest: Manifest) -> [ManifestTitle] {
        stride(from: index, to: manifest.titles.count, by: count).map { manifest.titles[$0] }
    }

    private static func automatic(
        count given: Int?,
        _ environment: [String: String]
    ) throws(ShardSelectionError) -> ShardSelection {
        let engines = ArrayEngine.all.filter { environment[$0.index] != nil }
        guard let engine = engines.first, let text = environment[engine.index] else {
            throw .noEngine(ArrayEngine.all.map(\.index))
        }
        guard engines.count == 1 else { throw .severalEngines(engines.map(\.index)) }
        var index = try number(text, of: engine.index)
        if engine.index == ArrayEngine.slurm.index { index = try SlurmArray.position(of: index, environment) }
        var told: Int?
        if let name = engine.count, let text = environment[name] { told = try number(text, of: name) }
        if let given, let told, given != told {
            throw .otherCount(given, variable: engine.count ?? "", count: told)
        }
        guard let count = given ?? told else { throw .noCount(engine: engine.name) }
        return try ShardSelection(index: index, count: count)
    }

    /// Parses a number of decimal digits only.
    static func number(_ text: String, of name: String) throws(ShardSelectionError) -> Int {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw .notANumber(name, text: text)
        }
        return number
    }
}
