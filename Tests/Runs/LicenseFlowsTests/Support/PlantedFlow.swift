import Ciphers
import Failures
import Foundation
import KeyRecordFormats
import KeyStore
import LicenseMessages
import PresentationFixtures
import ProtectionTerms
import Rehearsal

@testable import LicenseFlows

/// A rehearsal with a planted fault: a copy of a protected title, a request, and changes to the transport.
struct PlantedFlow {
    let fixture: FlowFixture
    let folder: TemporaryDirectory
    var request: LicenseFlowRequest
    var faults = FaultyTransport.Faults()
    var store: (any KeyRecordStore)?

    /// Credentials for all tests, since generating keys takes time.
    static let credentials = Result { try LicenseCredentials.temporary() }

    init(_ fixture: Result<FlowFixture, any Error>, _ flow: LicenseFlow) throws {
        self.fixture = try fixture.get()
        folder = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: self.fixture.output, toPath: folder.path + "/out")
        request = LicenseFlowRequest(playlist: folder.path + "/out/main.m3u8")
        request.source = self.fixture.source
        request.flows = [flow]
        request.forms = [.octets]
        request.credentials = try Self.credentials.get()
        store = self.fixture.store
    }

    /// Runs the flow and returns its report.
    func run() throws -> FlowReport {
        let faults = faults
        let run = LicenseFlowRun(request, store: store, transport: { FaultyTransport($0, faults) })
        return try run.execute().flows[0]
    }

    /// Lets a key server with other keys or credentials answer.
    mutating func useKeyServer(_ keys: ExportedKeys, _ credentials: LicenseCredentials) throws {
        guard let privateKey = credentials.privateKey else { throw CocoaError(.featureUnsupported) }
        let module = KeySecurityModule(
            KSMLookup(keys),
            certificateHash: SHA1.digest(of: credentials.certificateDER),
            privateKey: privateKey,
            applicationSecret: credentials.applicationSecret,
            function: StandInDeviceKeyFunction()
        )
        faults.replacement = { spc in
            do throws(KSMRefusal) {
                return LicenseResponse(status: 200, body: try module.license(for: spc))
            } catch {
                return LicenseResponse(status: 400, body: LicenseServerError(error).body)
            }
        }
    }

    /// Gives the key server a file without keys.
    mutating func answerWithoutKeys() {
        request.export = ExportedFile(keys: .none, format: "jsonl")
    }

    // MARK: Files

    /// Replaces text in a file of the protected tree, in which it must be.
    func edit(_ name: String, _ old: String, _ new: String) throws {
        let text = String(decoding: try folder.read("out/" + name), as: UTF8.self)
        precondition(text.contains(old), "\(name) has no \(old): \(text)")
        try folder.write(text.replacingOccurrences(of: old, with: new).utf8, to: "out/" + name)
    }

    /// Replaces text in the key lines of the media playlist, and in the session keys if there are any.
    func editKeyURIs(_ old: String, _ new: String) throws {
        try edit("index.m3u8", old, new)
        let entry = String(decoding: try folder.read("out/main.m3u8"), as: UTF8.self)
        if entry.contains(old) { try edit("main.m3u8", old, new) }
    }

    /// Changes the bytes of a file of the protected tree.
    func change(_ name: String, _ body: (inout [UInt8]) -> Void) throws {
        var bytes = try folder.read("out/" + name)
        body(&bytes)
        try folder.write(bytes, to: "out/" + name)
    }

    // MARK: The exported file

    /// Exports the title, changes the file, and gives it to the key server.
    mutating func export(as format: String, _ change: (String) -> String = { $0 }) throws {
        guard let exportFormat = ExportFormats.named(format) else { throw CocoaError(.featureUnsupported) }
        let collected = Collected()
        var export = try KeyExport(exportFormat, ExportSettings(), .leftOut) { piece in
            collected.bytes += piece.indices.map { piece[$0] }
        }
        try fixture.store.forEachExportableKey(of: nil) { (key) throws(RunFailure) in export.survey(key) }
        try fixture.store.forEachExportableKey(of: nil) { (key) throws(RunFailure) in
            _ = try export.append(key)
        }
        try export.finish()
        let bytes = Array(change(String(decoding: collected.bytes, as: UTF8.self)).utf8)
        try setExport(bytes, as: format)
    }

    /// Gives a file to the key server.
    mutating func setExport(_ bytes: [UInt8], as format: String) throws {
        var bytes = bytes
        let input = ImportInput(taking: &bytes, name: "keys." + format)
        request.export = ExportedFile(keys: try ExportedKeys(reading: input, as: format), format: format)
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }
}
