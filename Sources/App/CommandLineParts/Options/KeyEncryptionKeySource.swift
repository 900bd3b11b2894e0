package import Failures
import FoundationEssentials
package import KeyEncryption
import KeyStore

/// The source of a key-encryption key.
package enum KeyEncryptionKeySource {
    /// A file with 64 hexadecimal digits or 32 bytes.
    case file(String)
    /// The environment variable `FAIRLEAD_KEK`.
    case environment(Result<KeyEncryptionKey, RunFailure>)
    /// The output of a shell command.
    case command(String)

    /// Creates the source that options or the environment name, or the default file.
    ///
    /// Options take precedence over the environment. Two variables in the environment are refused, because
    /// one of them is a mistake.
    package init(
        file: String?,
        command: String?,
        environment: [String: String]
    ) throws(RunFailure) {
        let environmentKey = KeyEncryptionKeyVariable.key
        let environmentCommand = environment["FAIRLEAD_KEK_COMMAND"].flatMap { $0.isEmpty ? nil : $0 }
        if let file {
            self = .file(file)
        } else if let command {
            self = .command(command)
        } else if environmentKey != nil, environmentCommand != nil {
            throw RunFailure(
                .usage,
                at: "FAIRLEAD_KEK",
                "FAIRLEAD_KEK_COMMAND is set too",
                found: "2 key-encryption keys",
                expected: "1",
                remedy: "Unset one of them."
            )
        } else if let environmentKey {
            self = .environment(environmentKey)
        } else if let environmentCommand {
            self = .command(environmentCommand)
        } else {
            self = .file(try KeyStoreLocation.defaultKeyEncryptionKeyFile(environment: environment))
        }
    }

    /// The name of the source in messages, without the command, which may contain a token.
    package var name: String {
        switch self {
        case .file(let path): path
        case .environment: "from FAIRLEAD_KEK"
        case .command: "from a command"
        }
    }

    /// The path of the file, or nil if the source is not a file.
    package var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// Loads the key, which must exist.
    package func load() throws(RunFailure) -> KeyEncryptionKey {
        switch self {
        case .file(let path): try KeyEncryptionKey.load(file: path)
        case .environment(let key): try key.get()
        case .command(let command): try KeyEncryptionKey.load(command: command)
        }
    }

    /// Loads the key, and creates its file first if there is none.
    func loadOrCreate() throws(RunFailure) -> KeyEncryptionKey {
        if case .file(let path) = self { try KeyEncryptionKey.loadOrCreate(file: path) } else { try load() }
    }
}
