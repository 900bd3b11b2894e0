import TextFormats
import YAMLDocuments

extension JobFile {
    /// Parses a job file.
    ///
    /// - Parameters:
    ///   - yaml: the bytes of the file.
    ///   - source: the path of the file, for messages.
    ///   - optionKinds: the options of the command, by their long names.
    ///   - inputKeys: the keys that an input may have, with the values that they take.
    /// - Throws: `JobFileError` if the file is not a valid job file.
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

/// A converter of the YAML nodes of a job file.
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

    private func root(_ yaml: [UInt8]) throws(JobFileError) -> YAMLNode {
        guard yaml.count <= JobFile.maximumBytes else { throw error(nil, .tooLarge) }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLDocument.root(of: yaml, source: source)
        } catch {
            throw self.error(error)
        }
        guard let root else { throw error(nil, .empty) }
        return root
    }

    private func error(_ error: YAMLError) -> JobFileError {
        let problem: JobFileError.Problem =
            switch error.problem {
            case .notUTF8: .notUTF8
            case .alias: .alias
            case .malformed(let reason): .malformedYAML(reason)
            case .duplicateKey(let key): .duplicateKey(key)
            }
        return JobFileError(location: error.location, problem: problem)
    }

    // MARK: Inputs

    private func inputs(_ node: YAMLNode) throws(JobFileError) -> [JobFile.Input] {
        guard let items = node.items else {
            throw error(node, .wrongKind(key: "inputs", expected: "a list of paths or mappings"))
        }
        var inputs: [JobFile.Input] = []
        for item in items { inputs.append(try input(item)) }
        return inputs
    }

    private func input(_ node: YAMLNode) throws(JobFileError) -> JobFile.Input {
        if node.text != nil {
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
            guard let items = entry.value.items else {
                return [JobFile.Value(key: entry.key, text: try text(entry.value, key: entry.key))]
            }
            var values: [JobFile.Value] = []
            for item in items {
                values.append(JobFile.Value(key: entry.key, text: try text(item, key: entry.key)))
            }
            return values
        }
    }

    // MARK: Nodes

    private struct Entry {
        let key: String
        let value: YAMLNode
    }

    private func entries(of node: YAMLNode, key: String, known: [String]) throws(JobFileError) -> [Entry] {
        guard let mapping = node.entries else {
            throw error(node, .wrongKind(key: key, expected: "a mapping"))
        }
        var entries: [Entry] = []
        var seen: Set<String> = []
        for (keyNode, value) in mapping {
            guard let name = keyNode.text else {
                throw error(keyNode, .wrongKind(key: key, expected: "keys that are strings"))
            }
            guard known.contains(name) else { throw error(keyNode, .unknownKey(name, known: known)) }
            guard seen.insert(name).inserted else { throw error(keyNode, .duplicateKey(name)) }
            entries.append(Entry(key: name, value: value))
        }
        return entries
    }

    private func flag(_ node: YAMLNode, key: String) throws(JobFileError) -> Bool {
        switch node.text?.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: throw error(node, .wrongKind(key: key, expected: "true or false"))
        }
    }

    private func text(_ node: YAMLNode, key: String) throws(JobFileError) -> String {
        guard let text = node.text, !text.isEmpty,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw error(node, .wrongKind(key: key, expected: "one line of text")) }
        return text
    }

    private func error(_ node: YAMLNode?, _ problem: JobFileError.Problem) -> JobFileError {
        JobFileError(location: node?.location ?? TextLocation(in: source), problem: problem)
    }
}
