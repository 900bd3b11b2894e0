import CommandLineParts
import Failures
import Presentations
import Rewriting

extension RebaseOptions {
    private static let maximumLength = 16_384

    /// The files with secret values, with their option, without standard input.
    var files: [(option: String, path: String)] {
        addQueryFile.compactMap { VariableAssignment($0)?.value }
            .filter { $0 != "-" }
            .map { ("--add-query-file", $0) }
    }

    /// Indicates whether a value is read from standard input.
    var readsStandardInput: Bool { addQueryFile.contains { VariableAssignment($0)?.value == "-" } }

    /// Returns the parameters to add to queries.
    func queryParameters() throws -> [URIQueryParameter] {
        let plainParameters = try addQuery.map { text in
            let assignment = try Self.assignment(text, option: "--add-query", "NAME=VALUE")
            return try Self.parameter(assignment.name, assignment.value, option: "--add-query")
        }
        let fileAssignments = try addQueryFile.map { text in
            try Self.assignment(text, option: "--add-query-file", "NAME=FILE")
        }
        try Self.refuseRepetition(in: plainParameters.map(\.name) + fileAssignments.map(\.name))
        guard fileAssignments.count(where: { $0.value == "-" }) <= 1 else {
            throw RunFailure(
                .usage,
                at: "--add-query-file",
                "two values come from standard input",
                expected: "one",
                remedy: "Name a file."
            )
        }
        return try plainParameters + fileAssignments.map { try Self.secretParameter($0.name, from: $0.value) }
    }

    private static func assignment(
        _ text: String,
        option: String,
        _ form: String
    ) throws -> VariableAssignment {
        // The message does not quote the text, which may be a secret without its name.
        guard let assignment = VariableAssignment(text), !assignment.name.isEmpty,
            option == "--add-query" || !assignment.value.isEmpty
        else {
            throw RunFailure(
                .usage,
                at: option,
                "not a query parameter",
                expected: form,
                remedy: "Correct it."
            )
        }
        return assignment
    }

    private static func refuseRepetition(in names: [String]) throws {
        var seen: Set<String> = []
        guard let name = names.first(where: { !seen.insert($0).inserted }) else { return }
        throw RunFailure(
            .usage,
            at: "--add-query",
            "the parameter \(name) is given twice",
            expected: "each once",
            remedy: "Leave one out."
        )
    }

    private static func parameter(_ name: String, _ value: String, option: String) throws -> URIQueryParameter
    {
        guard let parameter = URIQueryParameter(name: name, value: value) else {
            throw RunFailure(
                .usage,
                at: option,
                "the name or the value has control characters",
                expected: "none",
                remedy: "Correct it."
            )
        }
        return parameter
    }

    /// Reads a parameter whose value is hidden in all later messages.
    private static func secretParameter(_ name: String, from path: String) throws -> URIQueryParameter {
        let bytes = try SecretInput.bytes(
            of: path,
            limit: maximumLength,
            of: "value of a query parameter",
            allowsStandardInput: true
        )
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let value = lines.first.flatMap { String(validating: $0, as: UTF8.self) }
        let hasMore = lines.dropFirst().contains { !$0.isEmpty }
        guard var value, !hasMore else {
            throw RunFailure.invalidContents(
                "value of a query parameter",
                at: "--add-query-file \(path)",
                expected: "one line of UTF-8",
                remedy: "Write the bare value."
            )
        }
        if value.unicodeScalars.last == "\r" { value.unicodeScalars.removeLast() }
        guard !value.isEmpty, let parameter = URIQueryParameter(name: name, value: value) else {
            throw RunFailure(
                .malformed,
                at: "--add-query-file \(path)",
                "the value is empty or has control characters",
                expected: "neither",
                remedy: "Write the bare value."
            )
        }
        KeyURIRedaction.hide(secrets: [value])
        return parameter
    }
}
