import ArgumentParser
import Ciphers
import CommandLineParts
import Failures
import HTTPTransfers
import KeyServers
import KeyStore
import WipedMemory

/// The options for a key server that supplies keys.
struct KeyServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Request keys and key lines from this server: speke:https://HOST/PATH, or speke1:... for SPEKE v1. Give a password "
                + "in a header (--key-server-header).",
            valueName: "url"
        )
    )
    var keyServer: String?

    @Option(
        help: ArgumentHelp(
            "A header of requests to the key server, repeatable. NAME=@FILE reads the value from a file, because other users "
                + "can see a command line.",
            valueName: "name=value"
        )
    )
    var keyServerHeader: [String] = []

    @Option(help: ArgumentHelp("The TLS client certificate for the key server, PEM.", valueName: "file"))
    var keyServerCertificate: String?

    @Option(help: ArgumentHelp("Its private key, PEM; default: in the same file.", valueName: "file"))
    var keyServerKey: String?

    @Option(
        name: .customLong("key-server-ca"),
        help: ArgumentHelp(
            "The only certificate authorities to trust, PEM; default: the system's.",
            valueName: "file"
        )
    )
    var keyServerAuthority: String?

    @Option(help: ArgumentHelp("Request keys encrypted to this certificate, PEM or DER.", valueName: "file"))
    var keyServerRecipient: String?

    @Option(help: ArgumentHelp("The private key of the recipient, PEM or DER.", valueName: "file"))
    var keyServerRecipientKey: String?

    @Option(
        help: ArgumentHelp(
            "How long to try altogether, retries included. Default: 120 s.",
            valueName: "duration"
        )
    )
    var keyServerTimeout: DurationArgument?

    /// The options that are given.
    var givenOptions: [String] {
        let options: [(String, Bool)] = [
            ("--key-server", keyServer != nil), ("--key-server-header", !keyServerHeader.isEmpty),
            ("--key-server-certificate", keyServerCertificate != nil),
            ("--key-server-key", keyServerKey != nil),
            ("--key-server-ca", keyServerAuthority != nil),
            ("--key-server-recipient", keyServerRecipient != nil),
            ("--key-server-recipient-key", keyServerRecipientKey != nil),
            ("--key-server-timeout", keyServerTimeout != nil),
        ]
        return options.filter(\.1).map(\.0)
    }

    /// The files that are read, with the options that name them.
    var files: [(option: String, path: String)] {
        [
            ("--key-server-certificate", keyServerCertificate), ("--key-server-key", keyServerKey),
            ("--key-server-ca", keyServerAuthority), ("--key-server-recipient", keyServerRecipient),
            ("--key-server-recipient-key", keyServerRecipientKey),
        ].compactMap { option, path in path.map { (option, $0) } }
    }

    func validate() throws {
        if keyServer == nil, let other = givenOptions.first {
            throw ValidationError("\(other) requires --key-server")
        }
        if keyServerKey != nil, keyServerCertificate == nil {
            throw ValidationError("--key-server-key requires --key-server-certificate")
        }
        if (keyServerRecipient == nil) != (keyServerRecipientKey == nil) {
            throw ValidationError(
                "--key-server-recipient and --key-server-recipient-key must be given together"
            )
        }
        if let keyServerTimeout, !(.seconds(1)...(.seconds(86400))).contains(keyServerTimeout.duration) {
            throw ValidationError("--key-server-timeout must be between a second and a day")
        }
    }

    /// Throws if another source of keys is given as well.
    func refuse(besides others: [String]) throws {
        if keyServer != nil, let other = others.first {
            throw ValidationError(
                "--key-server and \(other) cannot be combined: both give keys. Leave one of them out"
            )
        }
    }

    /// Returns the supplier that requests keys from the server, or nil if no server is given.
    func supplier(isCancelled: @escaping @Sendable () -> Bool) throws -> SPEKEKeySupplier? {
        guard let keyServer else { return nil }
        let location = try Self.location(keyServer)
        warnOfPassword(in: location)
        var settings = KeyServerSettings()
        settings.headers = try keyServerHeader.map(header)
        settings.identity.authorityFile = keyServerAuthority
        settings.identity.certificateFile = keyServerCertificate
        settings.identity.keyFile = keyServerKey
        settings.recipient = try recipient()
        if let keyServerTimeout { settings.retries.totalTime = keyServerTimeout.duration }
        settings.isCancelled = isCancelled
        // Reads the files once, because libcurl's message about an unreadable file says less.
        for file in files { _ = try Self.read(file.path, of: "PEM file") }
        return SPEKEKeySupplier(location, settings)
    }

    private static func location(_ text: String) throws -> KeyServerLocation {
        do {
            return try KeyServerLocation(text)
        } catch {
            guard error.kind != .missingLibrary else { throw error }
            throw error.asUsage(of: "--key-server")
        }
    }

    private func warnOfPassword(in location: KeyServerLocation) {
        guard location.url.holdsPassword else { return }
        Diagnostics.shared.warning(
            "--key-server: a command line can be seen by other users; give the password with --key-server-header Authorization=@FILE"
        )
    }

    /// Parses a header NAME=VALUE; no error shows the value.
    private func header(_ text: String) throws -> HTTPHeader {
        guard let equalsSign = text.firstIndex(of: "=") else {
            throw RunFailure(
                .usage,
                at: "--key-server-header",
                "this is not a valid header",
                expected: "NAME=VALUE or NAME=@FILE"
            )
        }
        var value = String(text[text.index(after: equalsSign)...])
        if value.hasPrefix("@") {
            let bytes = try Self.read(String(value.dropFirst()), of: "header")
            value = bytes.withSpan { span in String(decoding: span.indices.map { span[$0] }, as: UTF8.self) }
            while value.last?.isNewline == true { value.removeLast() }
        } else {
            Diagnostics.shared.warning(
                "--key-server-header: a command line can be seen by other users; use NAME=@FILE"
            )
        }
        do throws(HTTPError) {
            return try HTTPHeader(name: String(text[..<equalsSign]), value: value)
        } catch {
            throw RunFailure(.usage, at: "--key-server-header", error.description)
        }
    }

    private func recipient() throws -> SigningIdentity? {
        guard let keyServerRecipient, let keyServerRecipientKey else { return nil }
        let certificate = try KeyMaterialFile.certificate(
            keyServerRecipient,
            option: "--key-server-recipient"
        )
        let key = try KeyMaterialFile.privateKey(keyServerRecipientKey, option: "--key-server-recipient-key")
        do {
            return try SigningIdentity(certificate: certificate, privateKey: key)
        } catch {
            throw RunFailure.certificate(error, at: "--key-server-recipient")
        }
    }

    private static func read(_ path: String, of contentName: String) throws -> SecretBytes {
        try SecretInput.read(path, limit: 1 << 20, of: contentName)
    }
}
