import ArgumentParser
import Ciphers
import CommandLineParts
import Failures
import FoundationEssentials
import HTTPTransfers
import LicenseFlows
import LicenseMessages
import Presentations
import Rehearsal
import WipedMemory

/// The options for FairPlay credentials, and for an external license server that has them.
struct CredentialOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "FairPlay's certificate, in DER. Default: a throw-away one.",
            valueName: "cert.der"
        )
    )
    var certificate: String?

    @Option(help: ArgumentHelp("Its private key, in PEM or DER.", valueName: "key.pem"))
    var privateKey: String?

    @Option(
        name: .customLong("ask-file"),
        help: ArgumentHelp("The application secret key (ASk): 16 bytes, or 32 hex digits.", valueName: "file")
    )
    var askFile: String?

    @Option(
        name: .customLong("d-command"),
        help: ArgumentHelp(
            """
            A shell command that computes Apple's function D: it reads R2 and ASk in hex digits, a line each, from standard \
            input, and writes the device key to standard output. Default: a stand-in, and all output says so.
            """,
            valueName: "command"
        )
    )
    var deviceKeyCommand: String?

    @Option(
        name: .customLong("license-url"),
        help: ArgumentHelp(
            "Use this license server instead of a stand-in: --certificate and --ask-file have to be those of the server.",
            valueName: "url"
        )
    )
    var licenseURL: String?

    @Option(
        help: ArgumentHelp(
            "The form of requests: octets, form or json; repeatable. Default: each once; octets with --license-url.",
            valueName: "form"
        )
    )
    var post: [LicenseRequestForm] = []

    /// The paths of the files that are read.
    var inputs: [String] { [certificate, privateKey, askFile].compactMap(\.self) }

    /// The options that affect license requests, with whether they are given.
    var licenseRequestOptions: [(option: String, isGiven: Bool)] {
        [
            ("--ask-file", askFile != nil), ("--d-command", deviceKeyCommand != nil),
            ("--license-url", licenseURL != nil), ("--post", !post.isEmpty),
        ]
    }

    func validate() throws {
        if let licenseURL {
            do throws(HTTPError) {
                _ = try HTTPURL(licenseURL)
            } catch {
                throw ValidationError("--license-url: \(error)")
            }
            guard certificate != nil, askFile != nil else {
                throw ValidationError(
                    "--license-url requires --certificate and --ask-file, those of that server"
                )
            }
            if privateKey != nil {
                throw ValidationError(
                    "--private-key cannot be combined with --license-url: only that server needs it. Leave it out"
                )
            }
        }
    }

    /// Throws if only one of certificate and private key is given.
    ///
    /// External servers keep the private key to themselves. A certificate alone is then allowed, but requires
    /// the application secret key.
    func validate(withExternalServers usesExternalServers: Bool) throws {
        guard licenseURL == nil else { return }
        if usesExternalServers, certificate != nil, privateKey == nil {
            guard askFile != nil else {
                throw ValidationError(
                    "--certificate requires --ask-file: an external license server has both"
                )
            }
            return
        }
        if (certificate == nil) != (privateKey == nil) {
            throw ValidationError("--certificate and --private-key must be given together")
        }
    }

    /// Returns the given credentials, or nil if a throw-away certificate is to be used.
    func credentials() throws -> LicenseCredentials? {
        guard let certificate else {
            guard let askFile else { return nil }
            let throwAway = try LicenseCredentials.temporary()
            return LicenseCredentials(
                certificateDER: throwAway.certificateDER,
                privateKey: throwAway.privateKey,
                applicationSecret: try Self.applicationSecret(askFile)
            )
        }
        return LicenseCredentials(
            certificateDER: try Self.bytes(certificate, "certificate"),
            privateKey: try privateKey.map { try Self.privateKey($0) },
            applicationSecret: try askFile.map { try Self.applicationSecret($0) } ?? .random()
        )
    }

    /// Returns the function D, whose command ends when the run is cancelled.
    func deviceKeyFunction(until cancellation: Cancellation) -> any DeviceKeyFunction {
        guard let deviceKeyCommand else { return StandInDeviceKeyFunction() }
        return CommandDeviceKeyFunction(command: deviceKeyCommand) { cancellation.isCancelled }
    }

    /// Returns the forms in which license requests are posted.
    ///
    /// These are the forms of `--post`; by default, octets for external servers and all forms for stand-ins.
    func forms(forExternalServers usesExternalServers: Bool) -> [LicenseRequestForm] {
        guard post.isEmpty else { return post }
        return usesExternalServers || licenseURL != nil ? [.octets] : LicenseRequestForm.allCases
    }

    /// Reads the private key of FairPlay credentials, which may have 1024 bits.
    static func privateKey(_ path: String) throws -> PrivateKey {
        try KeyMaterialFile.privateKey(path, option: "--private-key", minimumSize: .bits1024)
    }

    /// Reads a file that is not secret.
    static func bytes(_ path: String, _ contentName: String) throws -> [UInt8] {
        try SecretInput.bytes(of: path, limit: Certificate.byteLimit, of: contentName)
    }

    private static func applicationSecret(_ path: String) throws -> ApplicationSecretKey {
        let bytes = try SecretInput.read(path, limit: 4096, of: "application secret key")
        do {
            return try ApplicationSecretKey(reading: bytes)
        } catch {
            throw RunFailure(
                .malformed,
                at: "--ask-file \(path)",
                error.description,
                remedy: "Write the bare key."
            )
        }
    }
}
