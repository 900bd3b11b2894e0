import Ciphers
import KeyRecordFormats
import LicenseMessages
import Rehearsal
import Testing
import TextFormats

@testable import LicenseFlows

/// Captured requests in the encodings that capture tools give, and their faults.
struct CapturedRequestRunTests {
    private let credentials: LicenseCredentials
    private let spc: [UInt8]

    init() throws {
        credentials = try PlantedFlow.credentials.get()
        spc = try LicenseRequest(
            assetID: Array("ab".utf8),
            certificate: LicenseCertificate(der: credentials.certificateDER),
            applicationSecret: credentials.applicationSecret,
            function: StandInDeviceKeyFunction(),
            playbackState: MediaPlaybackState(creationDate: 0, state: .readyToStart, sessionID: 1)
        )
        .spc
    }

    /// Returns the report of a file with these bytes, with an export that has a key for the asset id.
    private func report(_ bytes: [UInt8], certificateDER: [UInt8]? = nil) throws -> LicenseFlowReport {
        let digits = "000102030405060708090a0b0c0d0e0f"
        var export = Array("asset_id,key,iv\r\nab,\(digits),f\(digits.dropFirst())\r\n".utf8)
        let input = ImportInput(taking: &export, name: "keys.csv")
        return CapturedRequestRun(
            file: "captured",
            bytes: bytes,
            certificateDER: certificateDER ?? credentials.certificateDER,
            privateKey: try #require(credentials.privateKey),
            export: ExportedFile(keys: try ExportedKeys(reading: input, as: "csv"), format: "csv")
        )
        .execute()
    }

    private func failure(_ report: LicenseFlowReport) throws -> (step: FlowStep, finding: FlowFinding) {
        let step = try #require(report.flows[0].steps.first { $0.outcome == .fails })
        return (step.code, try #require(step.findings.first))
    }

    @Test func `An SPC is found in every form, whatever comes first in it`() throws {
        let digits = Base64.encode(spc)
        let value = PercentEncoding.encode(digits)
        let json = #"{"fairplay-streaming-request":{"streaming-keys":[{"spc":"\#(digits)"}]}}"#
        let files: [(form: String, bytes: [UInt8])] = [
            ("octets", spc), ("json", Array(json.utf8)), ("form", Array("spc=\(value)&assetId=ab".utf8)),
            ("form", Array("assetId=ab&spc=\(value)".utf8)), ("base64", Array(digits.utf8)),
            ("base64", Array("\(digits.prefix(76))\r\n\(digits.dropFirst(76))\n".utf8)),
        ]
        for file in files {
            let report = try report(file.bytes)
            #expect(report.holds && report.captured?.form == file.form, "\(file.form)")
        }
    }

    @Test func `What is wrong is told as a key server tells it`() throws {
        let cut = try failure(report(spc.dropLast(16)))
        #expect(cut.step == .request)
        // Before the length of the payload there are 24 bytes, a wrapped key of 128, and a digest of 20.
        #expect(cut.finding.message.contains("-42581: found a payload of "))
        #expect(cut.finding.message.contains(" at byte 172, expected "))
        #expect(cut.finding.remedy == "Post all of the SPC.")
        let otherCertificate = try failure(
            report(spc, certificateDER: LicenseCredentials.temporary().certificateDER)
        )
        #expect(otherCertificate.step == .opening)
        #expect(
            otherCertificate.finding.message.hasPrefix("-42585: found an SPC for another certificate (SHA-1 ")
        )
        #expect(otherCertificate.finding.remedy.hasPrefix("Give app and license server the same certificate"))
        var changed = spc
        changed[24] ^= 1
        let unopened = try failure(report(changed))
        #expect(unopened.step == .opening)
        #expect(
            unopened.finding.message.hasPrefix(
                "-42581: found a wrapped key that this private key does not unwrap at byte 24"
            )
        )
    }
}
