import ProviderTemplates
import Yams

extension JobFile {
    /// Reads a job file.
    ///
    /// - Parameters:
    ///   - yaml: the file.
    ///   - source: its path, for messages.
    ///   - optionKinds: the options that the command has, by their long names.
    ///   - inputKeys: what may be said of an input, and whether it takes a value.
    /// - Throws: `JobFileError` for what cannot be understood.
    init(
        yaml: [UInt8],
        source: String,
        options optionKinds: [String: OptionKind],
        inputKeys: [String: OptionKind]
    ) throws(JobFileError) {
        let reader = JobFileReader(source: source, optionKinds: optionKinds, inputKeys: inputKeys)
        (inputs, options) = try reader.read(yaml)
    }
}

/// Walks the nodes of a job file.
private struct JobFileReader {
    let source: String
    let optionKinds: [String: JobFile.OptionKind]
    let inputKeys: [String: JobFile.OptionKind]

    func read(_ yaml: [UInt8]) throws(JobFileError) -> ([JobFile.Input], [JobFile.Value]) {
        let known = (["inputs"] + optionKinds.keys).sorted()
        var inputs: [JobFile.Input] = []
        var options: [JobFile.Value] = []
        for entry in try entries(of: try root(yaml), key: "job", known: known) {
            if entry.key == "inputs" {
                inputs = try self.inputs(entry.value)
            } else if let kind = optionKinds[entry.key] {
                options += try values(of: entry, kind)
            }
        }
        return (inputs, options)
    }

    private func root(_ yaml: [UInt8]) throws(JobFileError) -> Node {
        guard yaml.count <= JobFile.maximumBytes else { throw error(nil, .tooLarge) }
        // libyaml takes no byte order mark when it is told the encoding.
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = yaml.starts(with: byteOrderMark) ? yaml.dropFirst(3) : yaml[...]
        guard let text = String(validating: content, as: UTF8.self) else { throw error(nil, .notUTF8) }
        if let place = AliasScan.firstAlias(in: text) {
            throw JobFileError(source: source, line: place.line, column: place.column, problem: .alias)
        }
        let root: Node?
        do {
            // Without rules for types: values are their texts.
            root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        } catch {
            throw malformed(error)
        }
        guard let root else { throw error(nil, .empty) }
        return root
    }

    /// Only the parser's words and the place: its own description holds a piece of the file.
    private func malformed(_ error: any Error) -> JobFileError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            JobFileError(
                source: source,
                line: mark.line,
                column: mark.column,
                problem: .malformedYAML(problem)
            )
        case .duplicatedKeysInMapping(let duplicates, let context):
            JobFileError(
                source: source,
                line: context.mark.line,
                column: context.mark.column,
                problem: .twice(duplicates.first ?? "")
            )
        case .reader(let problem, _, _, _):
            JobFileError(source: source, line: nil, column: nil, problem: .malformedYAML(problem))
        default:
            JobFileError(source: source, line: nil, column: nil, problem: .malformedYAML("it cannot be read"))
        }
    }

    // MARK: Inputs

    private func inputs(_ node: Node) throws(JobFileError) -> [JobFile.Input] {
        guard case .sequence(let sequence) = node else {
            throw error(node, .wrongKind(key: "inputs", expected: "a list of paths or mappings"))
        }
        var inputs: [JobFile.Input] = []
        for item in sequence { inputs.append(try input(item)) }
        return inputs
    }

    private func input(_ node: Node) throws(JobFileError) -> JobFile.Input {
        if case .scalar = node {
            return JobFile.Input(path: try text(node, key: "inputs"), values: [])
        }
        var path: String?
        var values: [JobFile.Value] = []
        for entry in try entries(of: node, key: "inputs", known: (["path"] + inputKeys.keys).sorted()) {
            if entry.key == "path" {
                path = try text(entry.value, key: entry.key)
            } else if inputKeys[entry.key] == .flag {
                let isSet = try flag(entry.value, key: entry.key)
                values.append(JobFile.Value(key: entry.key, text: isSet ? "true" : "false"))
            } else {
                values.append(
                    JobFile.Value(key: entry.key, text: try text(entry.value, key: entry.key))
                )
            }
        }
        guard let path else { throw error(node, .missingPath) }
        return JobFile.Input(path: path, values: values)
    }

    // MARK: Options

    private func values(
        of entry: Entry,
        _ kind: JobFile.OptionKind
    ) throws(JobFileError) -> [JobFile.Value] {
        switch kind {
        case .flag:
            let isSet = try flag(entry.value, key: entry.key)
            return isSet ? [JobFile.Value(key: entry.key, text: "true")] : []
        case .value: return [JobFile.Value(key: entry.key, text: try text(entry.value, key: entry.key))]
        case .values:
            guard case .sequence(let sequence) = entry.value else {
                return [JobFile.Value(key: entry.key, text: try text(entry.value, key: entry.key))]
            }
            var values: [JobFile.Value] = []
            for item in sequence {
                values.append(JobFile.Value(key: entry.key, text: try text(item, key: entry.key)))
            }
            return values
        }
    }

    // MARK: Nodes

    private struct Entry {
        let key: String
        let value: Node
    }

    private func entries(of node: Node, key: String, known: [String]) throws(JobFileError) -> [Entry] {
        guard case .mapping(let mapping) = node else {
            throw error(node, .wrongKind(key: key, expected: "a mapping"))
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            guard case .scalar(let scalar) = keyNode else {
                throw error(keyNode, .wrongKind(key: key, expected: "keys that are texts"))
            }
            guard known.contains(scalar.string) else {
                throw error(keyNode, .unknownKey(scalar.string, known: known))
            }
            guard seen.insert(scalar.string).inserted else { throw error(keyNode, .twice(scalar.string)) }
            entries.append(Entry(key: scalar.string, value: value))
        }
        return entries
    }

    private func flag(_ node: Node, key: String) throws(JobFileError) -> Bool {
        guard case .scalar(let scalar) = node else {
            throw error(node, .wrongKind(key: key, expected: "true or false"))
        }
        switch scalar.string.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw error(node, .wrongKind(key: key, expected: "true or false"))
        }
    }

    private func text(_ node: Node, key: String) throws(JobFileError) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty,
            !scalar.string.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw error(node, .wrongKind(key: key, expected: "a text in one line")) }
        return scalar.string
    }

    private func error(_ node: Node?, _ problem: JobFileError.Problem) -> JobFileError {
        JobFileError(source: source, line: node?.mark?.line, column: node?.mark?.column, problem: problem)
    }
}
