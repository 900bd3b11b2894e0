/// What is wrong with a playlist that does not stop its reader.
struct ProblemLog {
    /// Whether everything is noted and read past, rather than the first thing that bears on media thrown.
    let goesOn: Bool
    /// What was noted, in the order it was found.
    private(set) var problems: [PlaylistError] = []

    /// An empty log.
    init(goesOn: Bool) {
        self.goesOn = goesOn
    }

    /// Notes a problem of what clients may ignore.
    mutating func note(_ problem: PlaylistError) {
        problems.append(problem)
    }

    /// Notes a problem of what media are found or decrypted with.
    ///
    /// - Throws: the problem, where the reader is to stop.
    mutating func report(_ problem: PlaylistError) throws(PlaylistError) {
        guard goesOn else { throw problem }
        problems.append(problem)
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
    var sorted: [PlaylistError] {
        problems.enumerated()
            .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }
}
