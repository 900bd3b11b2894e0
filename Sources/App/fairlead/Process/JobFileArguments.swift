import Failures
import Presentations

/// The expansion of a job file (`package --job-file FILE`) to command line arguments.
///
/// An option of the command line replaces the same option of the file. Inputs of the command line replace all
/// inputs of the file.
enum JobFileArguments {
    /// The options of `package` that a job file may have.
    static let options: [String: JobFile.OptionKind] = [
        "output": .value, "overwrite": .flag, "jobs": .value, "dry-run": .flag, "report": .value,
        "content-id": .value, "clear": .flag,
        "segment-format": .value, "segment-duration": .value, "single-file": .flag, "muxed": .flag,
        "packed-audio": .flag, "allow-misaligned": .flag, "ignore-display-matrix": .flag,
        "start-offset": .value, "hdcp": .values,
        "allowed-cpc": .value,
        "method": .value, "drm": .value, "key-per": .value, "iv-mode": .value, "encrypt-init": .flag,
        "rotate-every": .value, "rotation": .value, "clear-lead": .value, "session-keys": .value,
        "allow-partial-protection": .flag,
        "template": .value, "key-uri": .value, "entitlement-url": .value, "set": .values,
        "key-store": .value, "kek-file": .value, "kek-command": .value, "actor": .value,
        "key-file": .value, "key": .value, "iv": .value, "key-id": .value,
        "derive-from": .value, "derive-with": .value,
        "key-server": .value, "key-server-header": .values, "key-server-certificate": .value,
        "key-server-key": .value, "key-server-ca": .value, "key-server-recipient": .value,
        "key-server-recipient-key": .value, "key-server-timeout": .value,
        "cpix": .value, "cpix-key": .value, "require-provisioned": .value, "require-production": .flag,
        "new-key": .flag, "reuse-key": .values,
        "format": .value, "progress": .value, "quiet": .flag, "verbose": .flag, "log-format": .value,
    ]

    /// Returns the arguments, with those of the job file if they name one.
    ///
    /// - Parameter arguments: the arguments of the process, without its name.
    /// - Returns: the arguments for the parser.
    /// - Throws: `RunFailure` if the job file cannot be read or is invalid.
    static func expand(_ arguments: [String]) throws -> [String] {
        guard arguments.first == "package" else { return arguments }
        let scanned = ScannedArguments(arguments.dropFirst(), kinds: options)
        guard let path = scanned.value("job-file") else { return arguments }
        let job = try read(path)
        let names = Set(scanned.options.map(\.name))
        var jobArguments: [String] = []
        for option in job.options where !names.contains(option.key) {
            jobArguments.append(
                options[option.key] == .flag ? "--\(option.key)" : "--\(option.key)=\(option.text)"
            )
        }
        let inputs = !scanned.operands.isEmpty ? [] : job.inputs.map { $0.argument() }
        let rest = arguments.dropFirst()
        // After `--` all words are inputs.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        let hasNoDoubleDash = end == rest.endIndex
        return ["package"] + jobArguments + rest[..<end]
            + (hasNoDoubleDash && !inputs.isEmpty ? ["--"] : rest[end...])
            + inputs
    }

    private static func read(_ path: String) throws -> JobFile {
        let bytes = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            try InputFile.contents(of: path, limit: UInt64(JobFile.maximumBytes))
        }
        do {
            return try JobFile(
                yaml: bytes,
                source: path,
                options: options,
                inputKeys: InputArgument.keys
            )
        } catch {
            throw RunFailure(.usage, at: error.location, error.message.withoutFullStop)
        }
    }
}
