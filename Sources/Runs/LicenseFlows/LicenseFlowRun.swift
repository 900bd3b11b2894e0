import Ciphers
package import Failures
import HLSPlaylists
import KeyRecordFormats
package import KeyStore
import LicenseMessages
import LoopbackServers
package import Presentations
import ProtectionTerms
import Rehearsal
import TextFormats

/// A run of `fairlead rehearse`: license flows from the key lines of a presentation to its decrypted
/// segments.
///
/// It starts servers on loopback, which end with the run, and writes no files.
package struct LicenseFlowRun {
    private let request: LicenseFlowRequest
    private let store: (any KeyRecordStore)?
    private let transport: (@Sendable (any LicenseTransport) -> any LicenseTransport)?
    private let onExport: (_ format: String) throws -> Void
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - request: the inputs and options.
    ///   - store: the key store, or nil if there is only an exported file.
    ///   - transport: wraps the transport between client and servers to inject faults; nil for none.
    ///   - onExport: called with the format before keys leave the store for an export in memory.
    ///   - progress: receives progress.
    ///   - cancellation: stops the run.
    package init(
        _ request: LicenseFlowRequest,
        store: (any KeyRecordStore)?,
        transport: (@Sendable (any LicenseTransport) -> any LicenseTransport)? = nil,
        onExport: @escaping (_ format: String) throws -> Void = { _ in },
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.store = store
        self.transport = transport
        self.onExport = onExport
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Runs all requested flows.
    ///
    /// - Throws: `RunFailure` if a flow cannot be run at all.
    package func execute() throws(RunFailure) -> LicenseFlowReport {
        do {
            return try walk()
        } catch let error as LoopbackServerError {
            throw .loopbackServer(error)
        } catch let error as CertificateError {
            throw .certificate(error, at: "a throw-away certificate")
        } catch {
            throw RunFailure(unexpected: error)
        }
    }

    private func walk() throws -> LicenseFlowReport {
        let tree = try PlaylistTreeReader(
            path: request.playlist,
            root: request.root,
            parameters: request.parameters
        )
        .read()
        let presentation = try Presentation(tree)
        let uses = KeyUses(presentation)
        let knownKeys = try KnownKey.find(uses.all, contentID: request.contentID, of: presentation, in: store)
        hideExposedKeys(uses.all, knownKeys)
        let flows = request.flows ?? flows(of: uses, knownKeys, presentation)
        var exports: [LicenseFlow: ExportedFile] = [:]
        var reports: [FlowReport] = []
        for flow in flows {
            try cancellation.check()
            let export = try export(for: flow, knownKeys)
            exports[flow] = export
            reports.append(try walk(flow, presentation, uses, knownKeys, export))
        }
        let firstExport = flows.compactMap { exports[$0] }.first
        return LicenseFlowReport(
            playlist: request.playlist,
            source: request.source,
            export: firstExport.map { LicenseFlowReport.Export($0) },
            deviceKeyFunction: flows.contains(where: \.isOfFairPlay) ? request.functionName : nil,
            holds: reports.allSatisfy(\.holds),
            flows: reports,
            captured: nil
        )
    }

    private func walk(
        _ flow: LicenseFlow,
        _ presentation: Presentation,
        _ uses: KeyUses,
        _ knownKeys: [KnownKey?],
        _ export: ExportedFile?
    ) throws -> FlowReport {
        let isOfFlow = { (key: KeyUse) in flow.systems.contains(key.key.system) }
        let keys = uses.all.filter(isOfFlow)
        let knownKeysOfFlow = zip(uses.all, knownKeys).filter { isOfFlow($0.0) }.map(\.1)
        let input = FlowInput(
            flow: flow,
            request: request,
            presentation: presentation,
            uses: uses,
            keys: keys,
            knownKeys: knownKeysOfFlow,
            segments: SegmentStep(
                flow: flow,
                request: request,
                progress: progress,
                cancellation: cancellation
            ),
            store: store
        )
        switch flow {
        case .keyDelivery:
            return try KeyDeliveryFlow(input, export?.keys ?? .none).walk()
        case .cenc:
            return try CommonEncryptionFlow(input: input, export: export ?? .none).walk()
        default:
            let credentials = try request.credentials ?? .temporary()
            let servers = try FlowServers.start(
                FlowServers.Context(
                    flow: flow,
                    request: request,
                    input: input,
                    keys: export?.keys,
                    credentials: credentials,
                    wrapTransport: transport
                )
            )
            defer { servers.stop() }
            return try FairPlayFlow(
                input: input,
                export: export,
                access: servers.access,
                transport: servers.transport,
                credentials: credentials
            )
            .walk()
        }
    }

    /// Returns the exported file for a flow: the given one, or an export in memory.
    ///
    /// Returns nil if an external license server has the keys.
    private func export(for flow: LicenseFlow, _ knownKeys: [KnownKey?]) throws -> ExportedFile? {
        if let file = request.export { return file }
        if flow.looksUpByAssetIDAlone, request.licenseURL != nil { return nil }
        let titles = Set(knownKeys.compactMap { $0?.record.identity.contentID }).sorted()
        var formats = request.exportFormats(for: flow)
        guard let store, !titles.isEmpty else { return ExportedFile(keys: .none, format: formats[0]) }
        // CPIX and SPEKE documents hold one key per track and period, so only the keys in use are exported.
        let keyIDs = flow == .cenc ? Set(knownKeys.compactMap { $0?.record.keyID }) : nil
        while true {
            let format = formats.removeFirst()
            try onExport(format)
            do throws(RunFailure) {
                let keys = try InMemoryExport.keys(as: format, of: titles, only: keyIDs, in: store)
                return ExportedFile(keys: keys, format: format)
            } catch {
                // The template's next format may hold what this one cannot.
                guard error.kind == .notExportable, !formats.isEmpty else { throw error }
            }
        }
    }

    /// Hides keys that appear in their own key URIs from all output.
    ///
    /// The segment step (R11) reports that they appear there.
    private func hideExposedKeys(_ uses: [KeyUse], _ knownKeys: [KnownKey?]) {
        let recordedKeys = zip(uses, knownKeys).compactMap { use, known in
            known.map { (use.uri, $0.record.key) }
        }
        let exportedKeys = (request.export?.keys.keys ?? []).flatMap { key in
            key.signals.compactMap { signal in key.key.map { (signal.keyURI, $0) } }
        }
        for (uri, key) in recordedKeys + exportedKeys where key.isDisclosed(byText: uri) {
            key.withSpan { bytes in
                let digits = Hexadecimal.encode(bytes)
                KeyURIRedaction.hide(secrets: [
                    digits, digits.uppercased(), Base64.encode(bytes.indices.map { bytes[$0] }),
                ])
            }
        }
    }

    /// Returns the flows for the key systems of a presentation.
    ///
    /// If no key URI contains an asset id, the app knows its license address (`hard-coded`). If only some
    /// contain none, the asset id step (R02) reports it.
    private func flows(of uses: KeyUses, _ knownKeys: [KnownKey?], _ presentation: Presentation)
        -> [LicenseFlow]
    {
        let fairPlayKeys = zip(uses.all, knownKeys).filter { $0.0.key.system == .fairPlay }
        let isHardCoded =
            !fairPlayKeys.isEmpty
            && fairPlayKeys.allSatisfy { AssetIDStep.Rules(request, $0.1) == .known([]) }
        let fairPlayFlow = request.templateFlow ?? (isHardCoded ? .hardCoded : .ksm)
        var flows: [LicenseFlow] = []
        // Includes session keys, because a session key without a key line means that the key line is missing.
        let keys = uses.all.map(\.key) + (presentation.multivariant?.sessionKeys ?? []).map(\.value)
        for key in keys where key.method != .none {
            let flow: LicenseFlow?
            switch key.system {
            case .fairPlay: flow = fairPlayFlow
            case .identity: flow = .keyDelivery
            case let system where system.hasDocument: flow = .cenc
            default: flow = KeyLineStep.isMeantForFairPlay(key) ? fairPlayFlow : nil
            }
            if let flow, !flows.contains(flow) { flows.append(flow) }
        }
        return flows.isEmpty ? [.ksm] : flows
    }
}

extension LicenseFlowRequest {
    /// The description of the device key function for reports.
    var functionName: String {
        deviceKeyFunction.isStandIn ? "a stand-in for Apple's D" : "the D of a command"
    }

    /// Returns the formats to try for an export in memory, in order.
    fileprivate func exportFormats(for flow: LicenseFlow) -> [String] {
        let preferredFormats = format.map { [$0] } ?? templateFormats
        guard flow == .cenc else { return format == nil ? preferredFormats + ["jsonl"] : preferredFormats }
        let documentFormats = ["cpix-2.3", "cpix-2.4", "speke-2"]
        return [preferredFormats.first { documentFormats.contains($0) } ?? documentFormats[0]]
    }
}
