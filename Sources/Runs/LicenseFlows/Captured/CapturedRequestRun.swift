package import Ciphers
import FoundationEssentials
import KeyRecordFormats
import KeyURITemplates
import LicenseMessages
import Presentations
import Rehearsal
import TextFormats

/// A run of `fairlead rehearse --captured-spc`: what a device really sent, looked up in an exported file.
///
/// The certificate's private key opens the container; neither ASk nor D is needed.
package struct CapturedRequestRun {
    private let file: String
    private let bytes: [UInt8]
    private let certificateDER: [UInt8]
    private let privateKey: PrivateKey
    private let export: ExportedFile

    /// A run.
    ///
    /// - Parameters:
    ///   - file: the name of the captured file.
    ///   - bytes: the SPC: as it is, in base64, or in the body of a form or of JSON.
    ///   - certificateDER: the certificate, in DER.
    ///   - privateKey: its private key.
    ///   - export: the file to look in.
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

    /// Opens the request and looks its asset id up.
    package func execute() -> LicenseFlowReport {
        var steps = StepRecords()
        let (certificateStep, certificate) = CertificateStep.walk(
            response: .success(nil),
            der: certificateDER
        )
        steps[.certificate] = certificateStep
        let (spc, form) = Self.unpacked(bytes)
        let context = open(spc, form, certificate, &steps)
        if let context { look(context, &steps) }
        let order: [FlowStep] = [.certificate, .request, .opening, .assetID, .lookup, .policy]
        let flow = FlowReport(
            .ksm,
            steps.reports(of: order, in: .ksm),
            remarks: [
                "The block that Apple's D protects stays closed: whether the key server has the right ASk is not seen here."
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

    /// R06 and R07: the container.
    private func open(
        _ spc: [UInt8],
        _ form: String,
        _ certificate: LicenseCertificate?,
        _ steps: inout StepRecords
    ) -> ServerPlaybackContext? {
        let asked = "a captured SPC of \(spc.count) bytes, as \(form)"
        let container: SPCContainer
        do throws(LicenseMessageError) {
            container = try SPCContainer(reading: spc)
            steps[.request].walk(
                asked: asked,
                came: "version \(container.version.rawValue)"
            )
        } catch {
            steps[.request].fail(
                at: file,
                "\(error.status.rawValue): found \(error.found), expected \(error.expected)",
                remedy: error.remedy.isEmpty ? "Capture the bytes that the app posts." : error.remedy + "."
            )
            return nil
        }
        if let certificate, container.certificateHash != certificate.hash {
            steps[.opening].fail(
                at: file,
                "the SPC is for another certificate (SHA-1 \(Hexadecimal.encode(container.certificateHash)), that of the file has "
                    + "\(Hexadecimal.encode(certificate.hash)))",
                remedy: "Give the certificate that the app loads, and its private key."
            )
            return nil
        }
        do throws(LicenseMessageError) {
            let context = try ServerPlaybackContext(opening: container, with: privateKey)
            steps[.opening].walk(
                asked: "container and TLLVs, with the private key",
                came: "\(context.list.tllvs.count) TLLVs"
            )
            return context
        } catch {
            steps[.opening].fail(
                at: file,
                "\(error.status.rawValue): found \(error.found), expected \(error.expected)",
                remedy: error.remedy.isEmpty
                    ? "Give the private key that belongs to the certificate." : error.remedy + "."
            )
            return nil
        }
    }

    /// R02, R08 and R09: the asset id as the device sent it.
    private func look(_ context: ServerPlaybackContext, _ steps: inout StepRecords) {
        let assetID = context.assetID
        let rules = export.keys.rules(giving: assetID)
        steps[.assetID].walk(
            asked: "the asset id that the device sent",
            came: "\(assetID.count) bytes, \(CapturedRequest.shown(assetID))"
                + (rules.isEmpty
                    ? ""
                    : ", what the rule \(rules.joined(separator: " or ")) cuts out of a key URI of the export")
        )
        do throws(KSMRefusal) {
            let found = try KSMLookup(export.keys).key(for: assetID)
            steps[.lookup].walk(
                asked: "asset id of \(assetID.count) bytes",
                came: "\(found.exported.words) at \(found.exported.place)"
            )
            var policy = PolicyStep()
            policy.check(found.exported, recordTerms: nil, said: nil, isForFairPlay: true)
            steps[.policy] = policy.record
        } catch {
            steps[.lookup].fail(
                at: error.place ?? file,
                "\(error.status.rawValue): \(error.message)",
                remedy: error.remedy
            )
        }
    }

    /// The SPC of a file, and the form in which it was there.
    private static func unpacked(_ bytes: [UInt8]) -> (spc: [UInt8], form: String) {
        if let spc = LicenseRequestForm.json.spc(in: bytes) { return (spc, LicenseRequestForm.json.rawValue) }
        if bytes.starts(with: "spc=".utf8), let spc = LicenseRequestForm.form.spc(in: bytes) {
            return (spc, LicenseRequestForm.form.rawValue)
        }
        let text = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if bytes.first != 0, let data = Data(base64Encoded: Data(text)), data.count > 176 {
            return (Array(data), "base64")
        }
        return (bytes, LicenseRequestForm.octets.rawValue)
    }
}
