import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import HTTPTransfers
import KeyRecordFormats
import KeyStore
import LoopbackServers
import Presentations
import ProtectionTerms
import Rehearsal
import TextFormats
import Verification
import WipedMemory

/// The flow of identity keys: a player requests the URL of the key line over https and gets the key bytes.
struct KeyDeliveryFlow {
    let input: FlowInput
    private let lookup: KeyURLLookup

    /// Creates a flow over the keys of an exported file.
    init(_ input: FlowInput, _ keys: ExportedKeys) {
        self.input = input
        lookup = KeyURLLookup(keys)
    }

    /// A delivered key.
    private struct Answer {
        let key: ContentKey
        /// The key id in the exported file, or nil if it has none.
        let keyID: UUID?
    }

    /// The maximum length of a key server's answer, in bytes.
    private static let byteLimit = 4096

    /// Runs the flow.
    ///
    /// - Throws: `LoopbackServerError` if the server cannot be started; `RunFailure`.
    func walk() throws -> FlowReport {
        var steps = StepResults()
        steps[.keyLines] = input.keyLineResult
        var urlStep = KeyURLStep()
        for key in input.keys { urlStep.add(key) }
        steps[.assetID] = urlStep.result
        var answers: [Int: Answer] = [:]
        if !urlStep.keyURLs.isEmpty {
            let server = urlStep.hosts.isEmpty ? nil : try KeyDeliveryServer(lookup, hosts: urlStep.hosts)
            defer { server?.stop() }
            for keyURL in urlStep.keyURLs {
                if let answer = try ask(keyURL, server, &steps) { answers[keyURL.keyIndex] = answer }
            }
            var rotation = RotationCheck(input.keys, input.presentation).check(
                licenses: answers.mapValues(\.key)
            )
            renew(urlStep.keyURLs, answers, server, &rotation)
            steps[.renewal] = rotation
        }
        try decrypt(answers, &steps)
        return FlowReport(
            input.flow,
            steps.reports(of: input.flow.steps, in: input.flow),
            remarks: [
                "The key server decides who may request keys: a player requests an identity key by its URL alone."
            ] + input.remarks
        )
    }

    private func ask(
        _ keyURL: KeyURLStep.KeyURL,
        _ server: KeyDeliveryServer?,
        _ steps: inout StepResults
    ) throws(LoopbackServerError) -> Answer? {
        let key = input.keys[keyURL.keyIndex]
        guard let url = keyURL.httpURL, let server else { return findKeyWithoutRequest(keyURL, &steps) }
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try get(url, server)
        } catch .unreachable(let reason) {
            // The server is a stand-in, so this is a failure of this machine and not a finding about the
            // title.
            throw .cannotListen(reason)
        } catch {
            steps[.request].fail(
                at: key.location,
                "the request to the key server for \(key.shownURI) failed: \(error)",
                remedy: "Correct the URL."
            )
            return nil
        }
        steps[.request].countRun(
            request: "GET \(key.shownURI)",
            result: "HTTP status \(response.status) over TLS"
        )
        guard response.status == 200 else {
            reportRefusal(keyURL, status: response.status, &steps)
            return nil
        }
        guard let found = exportedKey(keyURL, &steps), let content = contentKey(of: response, key, &steps)
        else {
            return nil
        }
        return Answer(key: content, keyID: found.keyID)
    }

    /// Looks up the key of a URI that only apps can request, without a request.
    private func findKeyWithoutRequest(_ keyURL: KeyURLStep.KeyURL, _ steps: inout StepResults) -> Answer? {
        steps[.request].skip("an app asks for the key in a way of its own")
        steps[.answer].skip("the app gets the key in a way of its own")
        guard let found = exportedKey(keyURL, &steps) else { return nil }
        return found.key.map { Answer(key: $0, keyID: found.keyID) }
    }

    /// Reports why the server, which looks up the normalized URL that it receives, returned no key.
    private func reportRefusal(_ keyURL: KeyURLStep.KeyURL, status: Int, _ steps: inout StepResults) {
        let key = input.keys[keyURL.keyIndex]
        switch lookup.key(for: keyURL.text) {
        case .failure(let failure): report(failure, of: key, &steps)
        case .success(let found):
            steps[.lookup].fail(
                at: key.location,
                "the server was asked for another URL than \(key.shownURI), which the export has (\(found.location)): HTTP status \(status)",
                remedy:
                    "Write the URL as players request it: no . or .. in the path, host and port in their plain form."
            )
        }
    }

    private func report(_ failure: KeyURLLookup.Failure, of key: KeyUse, _ steps: inout StepResults) {
        steps[.lookup].fail(
            at: failure.location ?? key.location,
            failure.message + ", for \(key.shownURI) of \(key.location)",
            remedy: failure.remedy
        )
    }

    private func get(_ url: HTTPURL, _ server: KeyDeliveryServer) throws(HTTPError) -> HTTPResponse {
        var request = HTTPRequest(.get, url)
        try server.redirect(&request)
        request.limits.bodyByteCount = Self.byteLimit
        return try HTTPTransfer.perform(request)
    }

    /// Finds the key in the file and compares it with the record (step R08).
    private func exportedKey(_ keyURL: KeyURLStep.KeyURL, _ steps: inout StepResults) -> ExportedKey? {
        let key = input.keys[keyURL.keyIndex]
        let found: ExportedKey
        switch lookup.key(for: keyURL.text) {
        case .success(let key): found = key
        case .failure(let failure):
            report(failure, of: key, &steps)
            return nil
        }
        steps[.lookup].countRun(
            request: "the key of \(key.shownURI)",
            result: "\(found.description) at \(found.location)"
        )
        guard let record = input.knownKeys[keyURL.keyIndex]?.record else { return found }
        return steps[.lookup].compare(found, with: record, of: key) ? found : nil
    }

    /// Reads the key from the answer, which has to have the key length of the method (step R10).
    private func contentKey(
        of response: borrowing HTTPResponse,
        _ key: KeyUse,
        _ steps: inout StepResults
    ) -> ContentKey? {
        let expected = (ProtectionMethod(key.key.method)?.keyLength ?? .bits128).byteCount
        steps[.answer].countRun(
            request: "\(expected) octets for \(key.key.method.name)",
            result: CountText.text(response.body.count, "octet")
        )
        guard response.body.count == expected else {
            steps[.answer].fail(
                at: key.location,
                "the answer has \(CountText.text(response.body.count, "octet")) (expected \(expected) for \(key.key.method.name))",
                remedy: "Give the key as it is: neither digits nor base64, and no line ending."
            )
            return nil
        }
        return response.body.withSpan { try? ContentKey(SecretBytes(copying: $0)) }
    }

    private func renew(
        _ keyURLs: [KeyURLStep.KeyURL],
        _ answers: [Int: Answer],
        _ server: KeyDeliveryServer?,
        _ result: inout StepResult
    ) {
        for keyURL in keyURLs.prefix(RotationCheck.renewalLimit) {
            guard let server, let url = keyURL.httpURL, let firstKey = answers[keyURL.keyIndex]?.key else {
                continue
            }
            var secondKey: ContentKey?
            if let response = try? get(url, server) {
                secondKey = response.body.withSpan { try? ContentKey(SecretBytes(copying: $0)) }
            }
            result.countRun(request: "the same URL again", result: secondKey == nil ? "no key" : "a key")
            if secondKey != firstKey {
                result.fail(
                    at: input.keys[keyURL.keyIndex].location,
                    "the key server gives another key or none the second time",
                    remedy: "Let it look keys up, and never make one."
                )
            }
        }
    }

    private func decrypt(_ answers: [Int: Answer], _ steps: inout StepResults) throws {
        guard !answers.isEmpty else { return }
        let delivered = try answers.sorted { $0.key < $1.key }.map { index, answer in
            let iv = input.keys[index].key.iv ?? [UInt8](repeating: 0, count: 16)
            return LicensedKeys.Delivered(
                uri: input.keys[index].uri,
                key: answer.key,
                iv: try InitializationVector(bytes: iv),
                record: input.knownKeys[index]?.record,
                keyID: input.keyID(of: index, exported: answer.keyID)
            )
        }
        steps[.segments] = try input.segments.walk(
            with: try LicensedKeys(delivered, of: input.store),
            isWhole: steps.deliveredAllKeys(of: input.flow),
            of: input.presentation
        )
        .result
    }
}
