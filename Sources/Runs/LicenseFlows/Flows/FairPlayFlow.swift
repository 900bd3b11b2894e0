import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import KeyURITemplates
import LicenseMessages
import LoopbackServers
import Presentations
import ProtectionTerms
import Rehearsal

/// The flows of FairPlay: steps R01 to R12, from key lines to decrypted segments.
struct FairPlayFlow {
    let input: FlowInput
    /// The exported file, or nil if only an external license server has it.
    let export: ExportedFile?
    /// The app's strategy for getting the license address (steps R03, R04).
    let access: any LicenseAccess
    let transport: any LicenseTransport
    let credentials: LicenseCredentials

    /// Runs the flow.
    ///
    /// - Throws: `LoopbackServerError` if the stand-in server gives no certificate; `RunFailure`.
    func walk() throws -> FlowReport {
        defer { access.end() }
        var steps = StepResults()
        steps[.keyLines] = input.keyLineResult
        let assetIDStep = AssetIDStep(
            input.keys,
            rules: zip(input.keys, input.knownKeys).map { key, known in
                AssetIDStep.Rules(input.request, known, in: input.flow, of: key.uri)
            },
            ownID: input.flow.sendsOwnAssetID ? ownAssetID : nil
        )
        steps[.assetID] = assetIDStep.result
        let response: LicenseResponse?
        do throws(LicenseTransportError) {
            response = try access.certificateURL.map { (url) throws(LicenseTransportError) in
                try transport.perform(AppRequest(.certificate, url))
            }
        } catch {
            // Only a stand-in serves the certificate, so this is a failure of this machine and not a finding
            // about the title.
            throw LoopbackServerError.cannotListen(error.reason)
        }
        let (certificateStep, certificate) = CertificateStep.walk(
            response: response,
            der: credentials.certificateDER
        )
        steps[.certificate] = certificateStep
        var walk = LicenseWalk(flow: self)
        if let certificate {
            let client = LicenseClient(
                certificate: certificate,
                applicationSecret: credentials.applicationSecret,
                function: input.request.deviceKeyFunction,
                transport: access.observing(transport)
            )
            // Each form is tried once, with the first asset id: forms differ only in how they encode the same
            // bytes.
            var forms = input.forms
            for requestedID in assetIDStep.requestedIDs {
                for form in forms {
                    try input.segments.cancellation.check()
                    walk.ask(requestedID, form, client)
                }
                forms = Array(forms.prefix(1))
            }
            walk.reportMisses()
            try input.segments.cancellation.check()
            walk.renew(client)
        }
        steps.merge(walk.results)
        if input.flow == .entitlement { AddressCheck.compareHosts(of: input.keys, &steps[.entitlement]) }
        if input.flow == .tokenURL { AddressCheck.compareHosts(of: input.keys, &steps[.token]) }
        try decrypt(walk, &steps)
        return report(steps, walk, certificate)
    }

    /// Decrypts the segments with the delivered keys.
    private func decrypt(
        _ walk: LicenseWalk,
        _ steps: inout StepResults
    ) throws(RunFailure) {
        let delivered = walk.delivered
        guard !delivered.isEmpty else { return }
        let keys = try LicensedKeys(delivered, of: input.store)
        let isWhole = steps.deliveredAllKeys(of: input.flow)
        steps[.segments] = try input.segments.walk(
            with: keys,
            isWhole: isWhole,
            of: input.presentation
        )
        .result
    }

    /// The asset id of an app that knows the license address and ignores the key line.
    private var ownAssetID: [UInt8] {
        let title =
            input.request.contentID ?? input.knownKeys.compactMap { $0?.record.identity.contentID }.first
        let bytes = title.map { Array($0.value.utf8) } ?? []
        return AssetID.lengths.contains(bytes.count) ? bytes : Array("hard-coded".utf8)
    }

    private func report(
        _ steps: StepResults,
        _ walk: LicenseWalk,
        _ certificate: LicenseCertificate?
    ) -> FlowReport {
        var remarks = FlowRemarks.remarks(of: input.flow, input.request)
        if input.request.deviceKeyFunction.isStandIn {
            remarks.append(
                "The device key function (Apple's D) is a stand-in: everything between playlist and decrypted segment is proven, except D itself."
            )
        }
        if certificate?.version.isUnproven == true {
            remarks.append("SPCs of version 2 are unproven: no test vector is public.")
        }
        return FlowReport(
            input.flow,
            steps.reports(of: input.flow.steps, in: input.flow),
            exchanges: walk.exchanges,
            remarks: remarks + input.remarks
        )
    }
}
