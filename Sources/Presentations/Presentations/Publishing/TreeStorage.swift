package import Failures

/// A storage in which a result is published whole or not at all.
package protocol TreeStorage: Sendable {
    /// A result that is being built, and that nobody sees yet.
    associatedtype Stage: StagedTree

    /// The path of the result, for messages and records.
    var path: String { get }

    /// Stops what takes long.
    var cancellation: Cancellation { get }

    /// Begins a result.
    ///
    /// - Throws: `RunFailure` if nothing can be written there.
    func makeStage() throws(RunFailure) -> Stage

    /// Returns whether the stage has to be published: false if an equal result is there.
    ///
    /// Throws if a different result is in the way. Call this before recording uses of keys, so that a refused
    /// result leaves no use in the key store.
    func check(_ stage: Stage) throws(RunFailure) -> Bool

    /// Publishes the tree of the stage in one step.
    ///
    /// - Parameters:
    ///   - stage: the stage with a complete tree.
    ///   - lastCheck: called just before the step; throws if the result may no longer be published.
    /// - Returns: the outcome.
    /// - Throws: `RunFailure` if it cannot be published, and the errors of `lastCheck`.
    func publish(
        _ stage: Stage,
        lastCheck: () throws(RunFailure) -> Void
    ) throws(RunFailure) -> PublicationOutcome

    /// Removes what was created for a result that was not published.
    func withdraw()
}

/// A result that is being built.
package protocol StagedTree: Sendable {
    /// The path of the folder that files are written to.
    var tree: String { get }
    /// Removes the stage and everything in it.
    ///
    /// - Throws: `RunFailure` if something cannot be removed.
    func remove() throws(RunFailure)
}

/// The outcome of a publication.
package enum PublicationOutcome: String, Sendable, Codable {
    /// The result was published. There was none before.
    case published
    /// An equal result was there already.
    case unchanged
    /// A different result was there and was replaced.
    case replaced
}

extension TreeStorage {
    /// Builds a tree and publishes it, or leaves nothing of it.
    ///
    /// - Parameters:
    ///   - build: writes the tree to the given folder.
    ///   - record: records the result before it is published; it is in the given folder, where its files have
    ///     the times that they will have.
    ///   - lastCheck: called just before publication, which may be minutes later; throws if the result may no
    ///     longer be published.
    ///   - recordEqual: records the result again, because another run published equal files first; it is in
    ///     the given folder.
    /// - Returns: what `build` returned, and the outcome.
    /// - Throws: the errors of the steps, and `RunFailure` if the result cannot be published.
    package func publish<Built>(
        build: (_ tree: String) throws(RunFailure) -> Built,
        record: (Built, _ tree: String) throws(RunFailure) -> Void,
        lastCheck: (Built) throws(RunFailure) -> Void = { _ in },
        recordEqual: (Built, _ tree: String) throws(RunFailure) -> Void = { _, _ in }
    ) throws(RunFailure) -> (Built, PublicationOutcome) {
        var isPublished = false
        defer { if !isPublished { withdraw() } }
        let stage = try makeStage()
        let result: Result<(Built, PublicationOutcome), RunFailure> =
            Result { () throws(RunFailure) in
                let built = try build(stage.tree)
                let needsPublication = try check(stage)
                try cancellation.check()
                try record(built, needsPublication ? stage.tree : path)
                guard needsPublication else {
                    try lastCheck(built)
                    return (built, .unchanged)
                }
                let outcome = try publish(stage) { () throws(RunFailure) in try lastCheck(built) }
                if outcome == .unchanged { try recordEqual(built, path) }
                return (built, outcome)
            }
        // A failed removal is ignored: the error of the run matters more, and the next run collects the
        // stage.
        try? stage.remove()
        let published = try result.get()
        isPublished = true
        return published
    }
}
