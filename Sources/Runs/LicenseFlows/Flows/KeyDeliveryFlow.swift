import Ciphers
import FoundationEssentials
import HLSPlaylists
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import Presentations
import ProtectionTerms
import Verification
import WipedMemory

/// The flow of identity keys: a player asks the URL of the key line, and gets the bytes of the key over https.
struct KeyDeliveryFlow {
    let request: LicenseFlowRequest
    let presentation: Presentation
    let uses: KeyUses
    let keys: [KeyUse]
    let known: [KnownKey?]
    let export: GivenExport
    let segments: SegmentStep

    private static let flow = LicenseFlow.keyDelivery
    /// The longest body that a key server gives for a key.
    private static let byteLimit = 4096

    /// Walks.
    ///
    /// - Throws: `LicenseFlowError` where the server cannot be started; `PresentationError`.
    func walk() throws -> FlowReport {
        var steps: [FlowStep: StepRecord] = [:]
        steps[.keyLines] = KeyLineStep(flow: Self.flow, presentation: presentation, uses: uses).walk()
        var urls = KeyURLStep()
        for key in keys { urls.add(key) }
        steps[.assetID] = urls.record
        var answers: [Int: ContentKey] = [:]
        if !urls.asked.isEmpty {
            let server = try KeyDeliveryServer(export.keys, hosts: urls.hosts)
            defer { server.stop() }
            for asked in urls.asked {
                if let key = ask(asked, server, &steps) { answers[asked.key] = key }
            }
            var rotation = RotationCheck(keys, presentation).record(licenses: answers)
            renew(urls.asked, answers, server, &rotation)
            steps[.renewal] = rotation
        }
        try decrypt(answers, &steps)
        let reports = Self.flow.steps.map {
            (steps[$0] ?? StepRecord()).report($0, title: Self.flow.title(of: $0))
        }
        return FlowReport(
            flow: Self.flow,
            holds: reports.allSatisfy { $0.outcome != .fails },
            steps: reports,
            exchanges: [],
            remarks: [
                "Who may ask for keys is the affair of the key server: a player of an identity key shows no more than its URL."
            ]
        )
    }

    private func ask(
        _ asked: KeyURLStep.Asked,
        _ server: KeyDeliveryServer,
        _ steps: inout [FlowStep: StepRecord]
    ) -> ContentKey? {
        let key = keys[asked.key]
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try get(asked.url, server)
        } catch {
            steps[.request, default: StepRecord()].fail(
                at: key.place,
                "the key server cannot be asked for \(key.shownURI): \(error)",
                remedy: "Correct the URL."
            )
            return nil
        }
        steps[.request, default: StepRecord()].walk(
            asked: "GET \(key.shownURI)",
            came: "HTTP status \(response.status) over TLS"
        )
        guard response.status == 200 else {
            guard case .failure(let failure) = KeyURLLookup(export.keys).key(for: asked.url.text) else {
                return nil
            }
            steps[.lookup, default: StepRecord()].fail(
                at: failure.place ?? key.place,
                failure.message + ", for \(key.shownURI) of \(key.place)",
                remedy: failure.remedy
            )
            return nil
        }
        guard isExported(asked, &steps) else { return nil }
        return answer(response, key, &steps)
    }

    private func get(_ url: HTTPURL, _ server: KeyDeliveryServer) throws(HTTPError) -> HTTPResponse {
        var request = HTTPRequest(.get, url)
        try server.direct(&request)
        request.limits.bytes = Self.byteLimit
        return try HTTPTransfer.perform(request)
    }

    /// R08: the key in the file is that of the record.
    private func isExported(_ asked: KeyURLStep.Asked, _ steps: inout [FlowStep: StepRecord]) -> Bool {
        guard case .success(let found) = KeyURLLookup(export.keys).key(for: asked.url.text) else {
            return false
        }
        let key = keys[asked.key]
        steps[.lookup, default: StepRecord()].walk(
            asked: "the key of \(key.shownURI)",
            came: "\(found.words) at \(found.place)"
        )
        guard let record = known[asked.key]?.record, found.key != record.key else { return true }
        steps[.lookup]?.fail(
            at: found.place,
            "the export has another key (\(found.words)) than that of the key line \(key.place) (\(record.identity))",
            remedy: "Export the generation that is published."
        )
        return false
    }

    /// R10: the body is a key of the length that the method has.
    private func answer(
        _ response: borrowing HTTPResponse,
        _ key: KeyUse,
        _ steps: inout [FlowStep: StepRecord]
    ) -> ContentKey? {
        let expected = (ProtectionMethod(key.key.method)?.keyLength ?? .bits128).byteCount
        steps[.answer, default: StepRecord()].walk(
            asked: "\(expected) octets for \(key.key.method.name)",
            came: "\(response.body.count) octets"
        )
        guard response.body.count == expected else {
            steps[.answer]?.fail(
                at: key.place,
                "the answer has \(response.body.count) octets (expected \(expected) for \(key.key.method.name))",
                remedy: "Give the key as it is: neither digits nor base64, and no line ending."
            )
            return nil
        }
        return response.body.withSpan { try? ContentKey(SecretBytes(copying: $0)) }
    }

    private func renew(
        _ asked: [KeyURLStep.Asked],
        _ answers: [Int: ContentKey],
        _ server: KeyDeliveryServer,
        _ record: inout StepRecord
    ) {
        for asked in asked.prefix(RotationCheck.renewalLimit) {
            guard let first = answers[asked.key] else { continue }
            var again: ContentKey?
            if let response = try? get(asked.url, server) {
                again = response.body.withSpan { try? ContentKey(SecretBytes(copying: $0)) }
            }
            record.walk(asked: "the same URL again", came: again == nil ? "no key" : "a key")
            if again != first {
                record.fail(
                    at: keys[asked.key].place,
                    "the key server gives another key or none the second time",
                    remedy: "Let it look keys up, and never make one."
                )
            }
        }
    }

    private func decrypt(_ answers: [Int: ContentKey], _ steps: inout [FlowStep: StepRecord]) throws {
        guard !answers.isEmpty else { return }
        let delivered = try answers.sorted { $0.key < $1.key }.map { index, key in
            LicensedKeys.Delivered(
                uri: keys[index].uri,
                key: key,
                iv: try InitializationVector(bytes: keys[index].key.iv ?? [UInt8](repeating: 0, count: 16)),
                keyID: keyID(of: index)
            )
        }
        let before: [FlowStep] = [.keyLines, .assetID, .request, .lookup, .answer]
        steps[.segments] = try segments.walk(
            with: try LicensedKeys(delivered),
            isWhole: before.allSatisfy { steps[$0]?.holds ?? true }
        )
        .record
    }

    private func keyID(of index: Int) -> UUID {
        if let known = known[index] { return known.record.keyID }
        let ids = keys[index].sections.first.map { section in
            DefaultKeyIDs.keyIDs(ofSection: section.section, of: section.rendition, in: presentation)
        }
        return ids?.first ?? UUID()
    }
}
