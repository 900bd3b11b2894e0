/// What is wrong with a playlist that does not stop its reader.
struct ProblemLog {
    /// What is noted and read past, rather than thrown.
    let strictness: ReadingStrictness
    /// What was noted, in the order it was found.
    private(set) var problems: [PlaylistError] = []
    /// Those that bear on media or keys and leave one meaning.
    private(set) var tolerated: [PlaylistError] = []

    /// An empty log.
    init(_ strictness: ReadingStrictness) {
        self.strictness = strictness
    }

    /// Notes a problem of what clients may ignore.
    mutating func note(_ problem: PlaylistError) {
        problems.append(problem)
    }

    /// Notes a problem of what media are found or decrypted with.
    ///
    /// - Throws: the problem, where the reader is to stop.
    mutating func report(_ problem: PlaylistError) throws(PlaylistError) {
        guard strictness == .complete else { throw problem }
        problems.append(problem)
    }

    /// Notes a breach of the letter that leaves one meaning, with which the reader goes on.
    ///
    /// - Throws: the problem, where the reader is strict.
    mutating func tolerate(_ problem: PlaylistError) throws(PlaylistError) {
        guard strictness != .strict else { throw problem }
        warn(problem)
    }

    /// Notes what bears on media or keys and breaks no rule, but not every reader takes.
    mutating func warn(_ problem: PlaylistError) {
        problems.append(problem)
        tolerated.append(problem)
    }

    /// Does something that clients can do without; nil where it fails.
    mutating func attempt<Value>(_ body: () throws(PlaylistError) -> Value?) -> Value? {
        do throws(PlaylistError) {
            return try body()
        } catch {
            note(error)
            return nil
        }
    }

    /// Does something that media are found or decrypted with; nil where it fails and the reader goes on.
    ///
    /// - Throws: the problem, where the reader is to stop.
    mutating func require<Value>(
        _ body: () throws(PlaylistError) -> Value?
    ) throws(PlaylistError) -> Value? {
        do throws(PlaylistError) {
            return try body()
        } catch {
            try report(error)
            return nil
        }
    }

    /// The problems in the order of the lines.
    var sorted: [PlaylistError] { Self.sorted(problems) }

    /// The tolerated problems in the order of the lines.
    var sortedTolerated: [PlaylistError] { Self.sorted(tolerated) }

    private static func sorted(_ problems: [PlaylistError]) -> [PlaylistError] {
        problems.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}
