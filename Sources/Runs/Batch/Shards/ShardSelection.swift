import TextFormats

/// The part of a manifest that one process works on: of `count` shards, from 0, title i belongs to shard i mod `count`.
package struct ShardSelection: Hashable, Sendable {
    /// The shard, from 0.
    package let index: Int
    /// How many there are.
    package let count: Int

    /// A shard.
    ///
    /// - Throws: `ShardSelectionError` unless there is one of this index.
    package init(index: Int, count: Int) throws(ShardSelectionError) {
        guard count > 0 else { throw .noShards }
        guard (0..<count).contains(index) else { throw .outOfRange(index: index, count: count) }
        self.index = index
        self.count = count
    }

    /// The shard that options and environment tell.
    ///
    /// - Parameters:
    ///   - index: `--shard-index`: a number, or `auto`, which asks the environment.
    ///   - count: `--shard-count`; with `auto`, the environment's if it is nil.
    ///   - environment: the variables of the process.
    /// - Returns: nil without both options: then there is one shard with all titles.
    /// - Throws: `ShardSelectionError` for options that contradict, or where the environment does not tell.
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

    /// Whether a title is in the shard.
    ///
    /// - Parameter title: its index in the manifest, from 0.
    /// - Returns: whether this process works on it.
    package func contains(_ title: Int) -> Bool { title % count == index }

    /// The titles of the shard, in order.
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
        if engine.index == ArrayEngine.slurm.index { index = try SlurmArray.place(of: index, environment) }
        var told: Int?
        if let name = engine.count, let text = environment[name] { told = try number(text, of: name) }
        if let given, let told, given != told {
            throw .otherCount(given, variable: engine.count ?? "", count: told)
        }
        guard let count = given ?? told else { throw .noCount(engine: engine.name) }
        return try ShardSelection(index: index, count: count)
    }

    /// A number in decimal digits, nothing else.
    static func number(_ text: String, of name: String) throws(ShardSelectionError) -> Int {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text) else {
            throw .notANumber(name, text: text)
        }
        return number
    }
}
