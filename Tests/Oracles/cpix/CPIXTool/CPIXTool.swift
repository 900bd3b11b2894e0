import CPIXDocuments
import Ciphers
import Foundation
import WipedMemory

/// A tool that reads CPIX documents for the oracles.
///
/// `read FILE` prints a document as JSON, with its keys; `convert FILE DIALECT` writes it in another dialect.
/// Both take options, each with a file: `--key` is the private key for encrypted keys; `--signer` (once or
/// more) is a certificate whose signatures have to cover the document. `convert` also takes `--recipient`
/// (once or more), `--sign-certificate` and `--sign-key`.
@main
struct CPIXTool {
    static func main() throws {
        let arguments = try Arguments(CommandLine.arguments.dropFirst())
        do {
            let document = try read(arguments)
            switch arguments.command {
            case "read": try show(DocumentReport(document))
            case "convert": try convert(document, arguments)
            default: throw Usage()
            }
        } catch let error as CPIXError {
            print("\(error)")
            exit(65)
        } catch let error as CertificateError {
            print("\(error)")
            exit(65)
        }
    }

    private static func read(_ arguments: Arguments) throws -> CPIXDocument {
        let key = try arguments["--key"].first.map {
            try PrivateKey(reading: SecretBytes(copying: contents($0)))
        }
        let signers = try arguments["--signer"].map { try Certificate(reading: contents($0)) }
        return try CPIXReader.read(
            SecretBytes(copying: contents(arguments.file)),
            privateKey: key,
            signers: signers.isEmpty ? .any : .only(signers)
        )
    }

    private static func convert(_ document: CPIXDocument, _ arguments: Arguments) throws {
        guard let dialect = CPIXDocument.Dialect(rawValue: arguments.dialect) else { throw Usage() }
        var writer = CPIXWriter(dialect)
        writer.recipients = try arguments["--recipient"].map { try Certificate(reading: contents($0)) }
        if let certificate = arguments["--sign-certificate"].first, let key = arguments["--sign-key"].first {
            writer.signer = try SigningIdentity(
                certificate: Certificate(reading: contents(certificate)),
                privateKey: PrivateKey(reading: SecretBytes(copying: contents(key)))
            )
        }
        let bytes = try writer.write(document)
        FileHandle.standardOutput.write(Data(bytes.withSpan { bytes in bytes.indices.map { bytes[$0] } }))
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static func show(_ report: DocumentReport) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(report), as: UTF8.self))
    }
}

/// The error for an unknown command line.
struct Usage: Error {}

/// The command line: a command, a file, a dialect for `convert`, then options with one value each.
struct Arguments {
    let command: String
    let file: String
    let dialect: String
    private let options: [(String, String)]

    init(_ arguments: ArraySlice<String>) throws {
        var arguments = arguments
        guard let command = arguments.popFirst(), let file = arguments.popFirst() else { throw Usage() }
        self.command = command
        self.file = file
        dialect = command == "convert" ? arguments.popFirst() ?? "" : ""
        var options: [(String, String)] = []
        while let name = arguments.popFirst() {
            guard let value = arguments.popFirst() else { throw Usage() }
            options.append((name, value))
        }
        self.options = options
    }

    subscript(name: String) -> [String] {
        options.filter { $0.0 == name }.map(\.1)
    }
}
