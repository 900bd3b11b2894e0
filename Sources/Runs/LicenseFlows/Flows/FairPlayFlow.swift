import Ciphers
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import LicenseMessages
import Presentations
import ProtectionTerms
import Rehearsal

/// The flows of FairPlay: R01 to R12, from the key lines to the decrypted segments.
struct FairPlayFlow {
    let flow: LicenseFlow
    let request: LicenseFlowRequest
    let presentation: Presentation
    let uses: KeyUses
    /// The keys of the flow.
    let keys: [KeyUse]
    /// What the key store knows of them.
    let known: [KnownKey?]
    /// The exported file; nil where a key server of others has it.
    let export: GivenExport?
    let transport: any LicenseTransport
    let credentials: LicenseCredentials
    let segments: SegmentStep

    /// Walks.
    func walk() throws(PresentationError) -> FlowReport {
        var steps: [FlowStep: StepRecord] = [:]
        steps[.keyLines] = KeyLineStep(flow: flow, presentation: presentation, uses: uses).walk()
        let askings = AssetIDStep(keys, rules: rules, ownID: flow == .hardCoded ? ownAssetID : nil)
        steps[.assetID] = askings.record
        var response: Result<LicenseResponse?, LicenseTransportError>
        do throws(LicenseTransportError) {
            response = .success(request.licenseURL != nil ? nil : try transport.certificate())
        } catch {
            response = .failure(error)
        }
        let (certificateStep, certificate) = CertificateStep.walk(
            response: response,
            der: credentials.certificateDER
        )
        steps[.certificate] = certificateStep
        var walk = LicenseWalk(flow: self)
        if let certificate {
            var isFirst = true
            for asking in askings.askings {
                // Each form once; they differ in nothing but how the same bytes are packed.
                for form in isFirst ? request.forms : Array(request.forms.prefix(1)) {
                    walk.ask(asking, form, certificate)
                }
                isFirst = false
            }
            walk.settle()
            walk.renew(certificate)
        }
        steps.merge(walk.records) { $1 }
        try decrypt(walk, &steps)
        return report(steps, walk, certificate)
    }

    /// Decrypts with what the licenses delivered.
    private func decrypt(
        _ walk: LicenseWalk,
        _ steps: inout [FlowStep: StepRecord]
    ) throws(PresentationError) {
        let delivered = walk.delivered
        guard !delivered.isEmpty else { return }
        let keys: LicensedKeys
        do {
            keys = try LicensedKeys(delivered)
        } catch {
            throw .keyStore(error)
        }
        let before: [FlowStep] = [.keyLines, .assetID, .certificate, .request, .opening, .lookup, .answer]
        let isWhole = before.allSatisfy { steps[$0]?.holds ?? true }
        steps[.segments] = try segments.walk(with: keys, isWhole: isWhole).record
    }

    /// The rules by which apps cut asset ids, key by key.
    private var rules: [AssetIDStep.Rules] {
        known.map { known in
            if let rule = request.rule { return .said([rule]) }
            let said = request.templateRules ?? known?.assetIDRules
            guard let said else { return .any }
            return .said(said)
        }
    }

    /// What an app sends that has the license's address of its own and looks at no key line.
    private var ownAssetID: [UInt8] {
        let title = request.contentID ?? known.compactMap { $0?.record.identity.contentID }.first
        let bytes = title.map { Array($0.value.utf8) } ?? []
        return AssetID.lengths.contains(bytes.count) ? bytes : Array("hard-coded".utf8)
    }

    private func report(
        _ steps: [FlowStep: StepRecord],
        _ walk: LicenseWalk,
        _ certificate: LicenseCertificate?
    ) -> FlowReport {
        let reports = flow.steps.map { (steps[$0] ?? StepRecord()).report($0, title: flow.title(of: $0)) }
        var remarks: [String] = []
        if request.deviceKeyFunction.isStandIn {
            remarks.append(
                "The device key function (Apple's D) is a stand-in: all between playlist and decrypted segment is proven but D itself."
            )
        }
        if certificate?.version.isUnproven == true {
            remarks.append("SPCs of version 2 are unproven: no test vector is public.")
        }
        return FlowReport(
            flow: flow,
            holds: reports.allSatisfy { $0.outcome != .fails },
            steps: reports,
            exchanges: walk.exchanges,
            remarks: remarks
        )
    }
}
