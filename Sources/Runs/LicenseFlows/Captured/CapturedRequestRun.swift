package import Ciphers
import KeyRecordFormats
import KeyURITemplates
import LicenseMessages
import Presentations
import ProtectionTerms
import Rehearsal
import TextFormats

/// A run of `fairlead rehearse --captured-spc`: looks up a device's SPC in an exported file.
///
/// The certificate's private key decrypts the SPC; neither ASk nor D is needed.
package struct CapturedRequestRun {
    private let file: String
    private let bytes: [UInt8]
    private let certificateDER: [UInt8]
    private let privateKey: PrivateKey
    private let export: ExportedFile

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - file: the name of the captured file, for reports.
    ///   - bytes: the SPC as bytes, in base64, or in the body of a form or JSON request.
    ///   - certificateDER: the certificate, in DER.
    ///   - privateKey: the certificate's private key.
    ///   - export: the exported file to search.
    package init(
        file: String,
        bytes: [UInt8],
        certificateDER: [UInt8],
        privateKey: PrivateKey,
        export: ExportedFile
    ) {
        self.file = file
        self.bytes = bytes
        self.certificateDER = certificateDER
        self.privateKey = privateKey
        self.export = export
    }

    /// Decrypts the SPC and looks up its asset id.
    package func execute() -> LicenseFlowReport {
        var steps = StepResults()
        let (certificateStep, certificate) = CertificateStep.walk(
            response: nil,
            der: certificateDER
        )
        steps[.certificate] = certificateStep
        let (spc, form) = Self.unpacked(bytes)
        let context = open(spc, form, certificate, &steps)
        if let context { lookUpKey(context, &steps) }
        let order: [FlowStep] = [.certificate, .request, .opening, .assetID, .lookup, .policy]
        let flow = FlowReport(
            .ksm,
            steps.reports(of: order, in: .ksm),
            remarks: [
                "The block that Apple's D protects is not opened: whether the license server has the right ASk is not checked."
            ]
        )
        return LicenseFlowReport(
            playlist: nil,
            source: nil,
            export: LicenseFlowReport.Export(export),
            deviceKeyFunction: nil,
            holds: flow.holds,
            flows: [flow],
            captured: context.map { CapturedRequest($0, file: file, form: form) }
        )
    }

    /// Reads and decrypts the SPC container (steps R06, R07).
    private func open(
        _ spc: [UInt8],
        _ form: String,
        _ certificate: LicenseCertificate?,
        _ steps: inout StepResults
    ) -> ServerPlaybackContext? {
        let container: SPCContainer
        do throws(LicenseMessageError) {
            container = try SPCContainer(reading: spc)
            steps[.request].countRun(
                request: "a captured SPC of \(spc.count) bytes, as \(form)",
                result: "version \(container.version.rawValue)"
            )
        } catch {
            fail(&steps[.request], KSMRefusal(opening: error, .request))
            return nil
        }
        do throws(LicenseMessageError) {
            if let certificate { try container.checkCertificate(hash: certificate.hash) }
            let context = try ServerPlaybackContext(opening: container, with: privateKey)
            steps[.opening].countRun(
                request: "container and TLLVs, with the private key",
                result: "\(context.list.tllvs.count) TLLVs"
            )
            return context
        } catch {
            fail(&steps[.opening], KSMRefusal(opening: error))
            return nil
        }
    }

    private func fail(_ step: inout StepResult, _ refusal: KSMRefusal) {
        step.fail(
            at: refusal.location ?? file,
            "\(refusal.status.rawValue): \(refusal.message)",
            remedy: refusal.remedy
        )
    }

    /// Looks up the asset id as the device sent it (steps R02, R08, R09).
    private func lookUpKey(_ context: ServerPlaybackContext, _ steps: inout StepResults) {
        let assetID = context.assetID
        let rules = export.keys.rules(giving: assetID)
        steps[.assetID].countRun(
            request: "the asset id that the device sent",
            result: "\(CountText.text(assetID.count, "byte")), \(CapturedRequest.shown(assetID))"
                + (rules.isEmpty
                    ? ""
                    : ", which the rule \(rules.joined(separator: " or ")) extracts from a key URI of the export")
        )
        do throws(KSMRefusal) {
            let found = try KSMLookup(export.keys).key(for: assetID)
            steps[.lookup].countRun(
                request: "asset id of \(CountText.text(assetID.count, "byte"))",
                result: "\(found.exportedKey.description) at \(found.exportedKey.location)"
            )
            var policy = PolicyStep()
            policy.check(found.exportedKey, recordTerms: nil, expressibleTerms: nil, isForFairPlay: true)
            steps[.policy] = policy.result
        } catch {
            fail(&steps[.lookup], error)
        }
    }

    /// Returns the SPC in a file, and the form in which it was found.
    private static func unpacked(_ bytes: [UInt8]) -> (spc: [UInt8], form: String) {
        for form in [LicenseRequestForm.json, .form] {
            if let spc = form.spc(in: bytes) { return (spc, form.rawValue) }
        }
        // Base64 that decodes to fewer bytes than an SPC is not accepted.
        if bytes.first != 0, let spc = Base64.decode(bytes.span, .whiteSpace),
            spc.count > SPCContainer.payloadOffset(.one)
        {
            return (spc, "base64")
        }
        return (bytes, LicenseRequestForm.octets.rawValue)
    }
}
