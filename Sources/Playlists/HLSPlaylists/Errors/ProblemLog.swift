/// The problems in a playlist that do not stop its reader.
struct ProblemLog {
    /// The strictness, which decides whether a problem is logged or thrown.
    let strictness: ReadingStrictness
    /// All logged problems, in the order in which they were found.
    private(set) var problems: [PlaylistError] = []
    /// The logged problems that affect media or keys and leave only one interpretation.
    private(set) var toleratedProblems: [PlaylistError] = []

    init(_ strictness: ReadingStrictness) {
        self.strictness = strictness
    }

    /// Logs a problem in something that clients may ignore.
    mutating func log(_ problem: PlaylistError) {
        problems.append(problem)
    }

    /// Logs a problem in something that is needed to find or decrypt media.
    ///
    /// - Throws: the problem, unless the strictness is `complete`.
    mutating func logIfComplete(_ problem: PlaylistError) throws(PlaylistError) {
        guard strictness == .complete else { throw problem }
        problems.append(problem)
    }

    /// Logs a breach of the RFC that leaves only one interpretation, with which the reader continues.
    ///
    /// - Throws: the problem if the strictness is `strict`.
    mutating func logUnlessStrict(_ problem: PlaylistError) throws(PlaylistError) {
        guard strictness != .strict else { throw problem }
        warn(problem)
    }

    /// Logs something that affects media or keys and breaks no rule, but that not all players accept.
    mutating func warn(_ problem: PlaylistError) {
        problems.append(problem)
        toleratedProblems.append(problem)
    }

    /// Runs a closure for something that clients can do without; logs its error and returns nil if it fails.
    mutating func attempt<Value>(_ body: () throws(PlaylistError) -> Value?) -> Value? {
        do throws(PlaylistError) {
            return try body()
        } catch {
            log(error)
            return nil
        }
    }

    /// Runs a closure for something that is needed to find or decrypt media; nil if it fails and the reader
    /// continues.
    ///
    /// - Throws: the problem, unless the strictness is `complete`.
    mutating func require<Value>(
        _ body: () throws(PlaylistError) -> Value?
    ) throws(PlaylistError) -> Value? {
        do throws(PlaylistError) {
            return try body()
        } catch {
            try logIfComplete(error)
            return nil
        }
    }

    /// The problems in the order of the lines.
    var sorted: [PlaylistError] { Self.sorted(problems) }

    /// The tolerated problems in the order of the lines.
    var sortedTolerated: [PlaylistError] { Self.sorted(toleratedProblems) }

    private static func sorted(_ problems: [PlaylistError]) -> [PlaylistError] {
        problems.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}
