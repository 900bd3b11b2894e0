/// The state of commands that were sent at once: which of them prepare statements, and what has come back.
struct StatementPipeline {
    private enum Command {
        case preparation(PreparedStatement, name: String)
        case run
    }

    private var commands: [Command] = []
    /// The number of commands whose results have all come back.
    private var endedCount = 0
    private var hasSucceeded = false
    /// The names of statements that are being prepared.
    private(set) var newNames: [PreparedStatement: String] = [:]
    /// The statements that the server has prepared, with their names.
    private(set) var preparedNames: [PreparedStatement: String] = [:]
    /// The results of the statements that ran, in their order.
    private(set) var results: [Result<PostgreSQLResult, PostgreSQLError>] = []
    /// The first failure, after which the server runs nothing.
    private(set) var failure: StatementFailure?

    mutating func willPrepare(_ statement: PreparedStatement, as name: String) {
        commands.append(.preparation(statement, name: name))
        newNames[statement] = name
    }

    mutating func willRun() {
        commands.append(.run)
    }

    /// Takes a result of the command that is being answered.
    mutating func receive(_ result: Result<PostgreSQLResult, PostgreSQLError>) {
        hasSucceeded = true
        guard commands.indices.contains(endedCount), case .run = commands[endedCount] else { return }
        results.append(result)
    }

    mutating func fail(_ failure: StatementFailure) {
        self.failure = self.failure ?? failure
    }

    /// Notes that all results of a command have come back.
    mutating func endCommand() {
        if hasSucceeded, commands.indices.contains(endedCount),
            case .preparation(let statement, let name) = commands[endedCount]
        {
            preparedNames[statement] = name
        }
        hasSucceeded = false
        endedCount += 1
    }
}
