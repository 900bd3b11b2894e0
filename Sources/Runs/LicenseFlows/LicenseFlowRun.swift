import Ciphers
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
    private let exporting: (_ format: String) throws -> Void
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - request: the inputs and options.
    ///   - store: the key store, or nil if there is only an exported file.
    ///   - transport: wraps the transport between client and servers to inject faults; nil for none.
    ///   - exporting: called with the format before keys leave the store for an export in memory.
    ///   - progress: receives progress.
    ///   - cancellation: stops the run.
    package init(
        _ request: LicenseFlowRequest,
        store: (any KeyRecordStore)?,
        transport: (@Sendable (any LicenseTransport) -> any LicenseTransport)? = nil,
        exporting: @escaping (_ format: String) throws -> Void = { _ in },
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.store = store
        self.transport = transport
        self.exporting = exporting
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Runs all requested flows.
    ///
    /// - Throws: `LicenseFlowError` if a flow cannot be run at all.
    package func execute() throws(LicenseFlowError) -> LicenseFlowReport {
        do {
            return try walk()
        } catch let error as LicenseFlowError {
            throw error
        } catch let error as PresentationError {
            throw .presentation(error)
        } catch let error as KeyStoreError {
            throw .keys(error)
        } catch let error as LoopbackServerError {
            throw .server(error)
        } catch let error as CertificateError {
            throw .certificate(what: "a throw-away certificate", error)
        } catch {
            throw .presentation(.fault(String(describing: error)))
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
        let known = try KnownKey.known(uses.all, contentID: request.contentID, of: presentation, in: store)
        hideExposedKeys(uses.all, known)
        let flows = request.flows ?? flows(of: uses, known, presentation)
        var exports: [LicenseFlow: ExportedFile] = [:]
        var reports: [FlowReport] = []
        for flow in flows {
            try cancellation.check()
            let export = try export(for: flow, known)
            exports[flow] = export
            reports.append(try walk(flow, presentation, uses, known, export))
        }
        let first = flows.compactMap { exports[$0] }.first
        return LicenseFlowReport(
            playlist: request.playlist,
            source: request.source,
            export: first.map { LicenseFlowReport.Export($0) },
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
        _ known: [KnownKey?],
        _ export: ExportedFile?
    ) throws -> FlowReport {
        let isOfFlow = { (key: KeyUse) in flow.systems.contains(key.key.system) }
        let keys = uses.all.filter(isOfFlow)
        let own = zip(uses.all, known).filter { isOfFlow($0.0) }.map(\.1)
        let subject = FlowInput(
            flow: flow,
            request: request,
            presentation: presentation,
            uses: uses,
            keys: keys,
            known: own,
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
            return try KeyDeliveryFlow(subject, export?.keys ?? .none).walk()
        case .cenc:
            return try CommonEncryptionFlow(subject: subject, export: export ?? .none).walk()
        default:
            let credentials = try request.credentials ?? .temporary()
            let servers = try FlowServers.start(
                FlowServers.Context(
                    flow: flow,
                    request: request,
                    subject: subject,
                    keys: export?.keys,
                    credentials: credentials,
                    wrapTransport: transport
                )
            )
            defer { servers.stop() }
            return try FairPlayFlow(
                subject: subject,
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
    private func export(for flow: LicenseFlow, _ known: [KnownKey?]) throws -> ExportedFile? {
        if let given = request.export { return given }
        if flow.looksUpByAssetIDAlone, request.licenseURL != nil { return nil }
        let titles = Set(known.compactMap { $0?.record.identity.contentID }).sorted()
        var formats = request.exportFormats(for: flow)
        guard let store, !titles.isEmpty else { return ExportedFile(keys: .none, format: formats[0]) }
        // CPIX and SPEKE documents hold one key per track and period, so only the keys in use are exported.
        let keyIDs = flow == .cenc ? Set(known.compactMap { $0?.record.keyID }) : nil
        while true {
            let format = formats.removeFirst()
            try exporting(format)
            do throws(KeyStoreError) {
                let keys = try InMemoryExport.keys(as: format, of: titles, only: keyIDs, in: store)
                return ExportedFile(keys: keys, format: format)
            } catch {
                // The template's next format may hold what this one cannot.
                guard case .notExportable = error, !formats.isEmpty else { throw error }
            }
        }
    }

    /// Hides keys that appear in their own key URIs from all output.
    ///
    /// The segment step (R11) reports that they appear there.
    private func hideExposedKeys(_ uses: [KeyUse], _ known: [KnownKey?]) {
        let ofRecords = zip(uses, known).compactMap { use, known in known.map { (use.uri, $0.record.key) } }
        let ofExport = (request.export?.keys.keys ?? []).flatMap { key in
            key.signals.compactMap { signal in key.key.map { (signal.keyURI, $0) } }
        }
        for (uri, key) in ofRecords + ofExport where key.isDisclosed(byText: uri) {
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
    private func flows(of uses: KeyUses, _ known: [KnownKey?], _ presentation: Presentation) -> [LicenseFlow]
    {
        let ofFairPlay = zip(uses.all, known).filter { $0.0.key.system == .fairPlay }
        let isHardCoded =
            !ofFairPlay.isEmpty
            && ofFairPlay.allSatisfy { AssetIDStep.Rules(request, $0.1) == .known([]) }
        let ofFairPlayFlow = request.templateFlow ?? (isHardCoded ? .hardCoded : .ksm)
        var flows: [LicenseFlow] = []
        // Includes session keys, because a session key without a key line means that the key line is missing.
        let keys = uses.all.map(\.key) + (presentation.multivariant?.sessionKeys ?? []).map(\.value)
        for key in keys where key.method != .none {
            let flow: LicenseFlow?
            switch key.system {
            case .fairPlay: flow = ofFairPlayFlow
            case .identity: flow = .keyDelivery
            case .widevine, .playReady: flow = .cenc
            default: flow = KeyLineStep.isMeantForFairPlay(key) ? ofFairPlayFlow : nil
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
        let wanted = format.map { [$0] } ?? templateFormats
        guard flow == .cenc else { return format == nil ? wanted + ["jsonl"] : wanted }
        let documents = ["cpix-2.3", "cpix-2.4", "speke-2"]
        return [wanted.first { documents.contains($0) } ?? documents[0]]
    }
}
