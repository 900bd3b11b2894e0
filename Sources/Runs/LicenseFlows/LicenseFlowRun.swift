import Ciphers
import KeyRecordFormats
package import KeyStore
import LicenseMessages
import LoopbackServers
package import Presentations
import ProtectionTerms
import Rehearsal

/// A run of `fairlead rehearse`: walks license flows from the key lines of a presentation to its decrypted segments.
///
/// Servers are started on loopback and end with the run; nothing is written.
package struct LicenseFlowRun {
    private let request: LicenseFlowRequest
    private let store: (any KeyRecordStore)?
    private let transport: (@Sendable (any LicenseTransport) -> any LicenseTransport)?
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// A run.
    ///
    /// - Parameters:
    ///   - request: what is rehearsed.
    ///   - store: the key store; nil where an exported file is given and there is none.
    ///   - transport: what stands between client and license server, for faults that are planted; nil for nothing.
    ///   - progress: is told what is done.
    ///   - cancellation: stops the work.
    package init(
        _ request: LicenseFlowRequest,
        store: (any KeyRecordStore)?,
        transport: (@Sendable (any LicenseTransport) -> any LicenseTransport)? = nil,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation = Cancellation()
    ) {
        self.request = request
        self.store = store
        self.transport = transport
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Walks all flows that were asked for.
    ///
    /// - Throws: `LicenseFlowError` for what cannot be walked.
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
        let flows = request.flows ?? Self.flows(of: uses, known)
        var exports: [LicenseFlow: GivenExport] = [:]
        var reports: [FlowReport] = []
        for flow in flows {
            try cancellation.check()
            let export =
                try request.licenseURL == nil || request.export != nil ? export(for: flow, known) : nil
            exports[flow] = export
            reports.append(try walk(flow, presentation, uses, known, export))
        }
        let first = flows.compactMap { exports[$0] }.first
        return LicenseFlowReport(
            playlist: request.playlist,
            source: request.source,
            export: first.map {
                LicenseFlowReport.Export(name: $0.keys.name, format: $0.format, keys: $0.keys.keys.count)
            },
            deviceKeyFunction: flows.contains { $0 == .ksm || $0 == .hardCoded } ? request.functionName : nil,
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
        _ export: GivenExport?
    ) throws -> FlowReport {
        let isOfFlow = { (key: KeyUse) in flow.systems.contains(key.key.system) }
        let keys = uses.all.filter(isOfFlow)
        let own = zip(uses.all, known).filter { isOfFlow($0.0) }.map(\.1)
        let subject = FlowSubject(
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
            )
        )
        let empty = GivenExport(keys: ExportedKeys.none, format: "")
        switch flow {
        case .keyDelivery:
            return try KeyDeliveryFlow(subject, (export ?? empty).keys).walk()
        case .cenc:
            return try CommonEncryptionFlow(subject: subject, export: export ?? empty).walk()
        case .ksm, .hardCoded:
            let credentials = try request.credentials ?? .throwAway()
            let server = try server(for: flow, export, credentials)
            defer { server?.stop() }
            let way =
                server?.transport
                ?? HTTPLicenseTransport(licenseURL: request.licenseURL ?? "", certificateURL: nil)
            return try FairPlayFlow(
                subject: subject,
                export: export,
                transport: transport?(way) ?? way,
                credentials: credentials
            )
            .walk()
        }
    }

    /// A key server of our own; nil where one of others is asked.
    private func server(
        for flow: LicenseFlow,
        _ export: GivenExport?,
        _ credentials: LicenseCredentials
    ) throws -> LicenseServer? {
        guard request.licenseURL == nil, let export, let privateKey = credentials.privateKey else {
            return nil
        }
        let module = KeySecurityModule(
            KSMLookup(export.keys, flow == .hardCoded ? .soleKey : .assetID),
            certificateHash: SHA1.digest(of: credentials.certificateDER),
            privateKey: privateKey,
            applicationSecret: credentials.applicationSecret,
            function: request.deviceKeyFunction
        )
        return try LicenseServer(
            module,
            certificate: credentials.certificateDER,
            function: request.functionName
        )
    }

    /// The exported file of a flow: the one that was given, or one in memory.
    private func export(for flow: LicenseFlow, _ known: [KnownKey?]) throws(KeyStoreError) -> GivenExport {
        if let given = request.export { return given }
        let format = flow == .cenc ? request.documentFormat : request.format ?? "jsonl"
        let titles = Set(known.compactMap { $0?.record.identity.contentID }).sorted()
        guard let store, !titles.isEmpty else { return GivenExport(keys: ExportedKeys.none, format: format) }
        return GivenExport(keys: try ExportInMemory.keys(as: format, of: titles, in: store), format: format)
    }

    /// The flows that the key systems of a presentation are for.
    private static func flows(of uses: KeyUses, _ known: [KnownKey?]) -> [LicenseFlow] {
        var flows: [LicenseFlow] = []
        for (key, known) in zip(uses.all, known) {
            let flow: LicenseFlow?
            switch key.key.system {
            case .fairPlay: flow = known?.assetIDRules == [] ? .hardCoded : .ksm
            case .identity: flow = .keyDelivery
            case .widevine, .playReady: flow = .cenc
            default: flow = nil
            }
            if let flow, !flows.contains(flow) { flows.append(flow) }
        }
        return flows.isEmpty ? [.ksm] : flows
    }
}

extension LicenseFlowRequest {
    /// The name of the device key function, for people.
    var functionName: String {
        deviceKeyFunction.isStandIn ? "a stand-in for Apple's D" : "the D of a command"
    }

    /// The format of documents for Widevine and PlayReady.
    fileprivate var documentFormat: String {
        let documents = ["cpix-2.3", "cpix-2.4", "speke-2"]
        return format.flatMap { documents.contains($0) ? $0 : nil } ?? documents[0]
    }
}
