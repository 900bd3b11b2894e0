import CPIXDocuments
import Ciphers
package import Failures
package import FoundationEssentials
import HTTPTransfers
package import KeyStore
import ProtectionTerms
package import WipedMemory

/// A supplier of keys from a SPEKE server.
///
/// The store reserves key ids before the server is asked, so that every attempt asks for the same ids. The
/// first answer that is stored becomes the key. An attempt that failed before stored nothing and used
/// nothing; a later attempt finds the stored key, and a concurrent one must have received the same key.
///
/// A SPEKE v1 server may answer with a key id of its own, which becomes the id of the key. The reserved id is
/// only used in requests until a key is stored, and identifies no key.
package struct SPEKEKeySupplier: KeySupplier {
    let location: KeyServerLocation
    let settings: KeyServerSettings

    /// The name for messages: scheme, host and port of the server.
    package var label: String { location.label }

    /// Creates a supplier for a key server.
    package init(_ location: KeyServerLocation, _ settings: KeyServerSettings) {
        self.location = location
        self.settings = settings
    }

    package func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SuppliedKey] {
        var titles: [ContentID: StoredKeys] = [:]
        for contentID in Set(requirements.map(\.identity.contentID)) {
            titles[contentID] = try store.keys(of: contentID)
        }
        var suppliedKeys = try requirements.map { (requirement) throws(RunFailure) in
            try titles[requirement.identity.contentID].flatMap { (stored) throws(RunFailure) in
                try storedKey(requirement, systems, among: stored, in: store)
            }
        }
        let missingIndices = requirements.indices.filter { suppliedKeys[$0] == nil }
        guard !missingIndices.isEmpty else { return suppliedKeys.compactMap { $0?.withoutEmptyLines } }
        let keysToRequest = try requestedKeys(
            missingIndices.map { requirements[$0] },
            among: titles,
            in: store
        )
        var supplies: [SuppliedKeyDraft] = []
        for keys in try groups(keysToRequest) {
            let request = SPEKERequest(
                interface: location.interface,
                keys: keys,
                systems: systems,
                recipient: settings.recipient?.certificate
            )
            supplies += try send(request)
        }
        for key in try store.store(supplies) {
            for index in missingIndices where requirements[index].identity == key.record.identity {
                suppliedKeys[index] = key
            }
        }
        let keys = suppliedKeys.compactMap { $0?.withoutEmptyLines }
        guard keys.count == requirements.count else {
            throw .fault("the key store gave \(keys.count) keys, expected \(requirements.count)")
        }
        return keys
    }

    /// Returns the keys to request: their ids are reserved, and their IVs derive from the ids, unless the
    /// store has records of them.
    private func requestedKeys(
        _ requirements: [KeyRequirement],
        among titles: [ContentID: StoredKeys],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SPEKERequest.Key] {
        let kids = try store.reserveKeyIDs(for: requirements.map(\.identity), from: label)
        return zip(kids, requirements).map { kid, requirement in
            let stored = titles[requirement.identity.contentID]?.key(requirement.identity)
            let iv = stored?.record.iv ?? store.requestedIV(ofReserved: kid)
            return SPEKERequest.Key(kid: kid, iv: iv, requirement: requirement)
        }
    }

    /// Returns the stored key if its lines cover all requested key systems, otherwise nil.
    private func storedKey(
        _ requirement: KeyRequirement,
        _ systems: [UUID],
        among stored: StoredKeys,
        in store: any KeyRecordStore
    ) throws(RunFailure) -> SuppliedKey? {
        guard let record = stored.key(requirement.identity)?.record else { return nil }
        let lines = stored.lines(of: record.keyID)
        guard Set(systems).isSubset(of: lines.map(\.systemID)) else { return nil }
        try store.loggingDenials { () throws(RunFailure) in try stored.requireUsable([record]) }
        return SuppliedKey(record: record, lines: lines)
    }

    /// Returns the keys for each request: all of a title, or a single one in SPEKE v1.
    private func groups(_ keys: [SPEKERequest.Key]) throws(RunFailure) -> [[SPEKERequest.Key]] {
        let titles = Dictionary(grouping: keys) { $0.requirement.identity.contentID }
        guard location.interface == .speke1 else { return titles.sorted { $0.key < $1.key }.map(\.value) }
        for (_, keys) in titles where Set(keys.map(\.requirement.identity.track)).count > 1 {
            throw .malformedDocument(
                location: label,
                reason: "SPEKE v1 has one key for a title and period, and \(keys.count) are needed",
                remedy: "Use \(CommandOption.keyPer) presentation, or a server of SPEKE v2."
            )
        }
        return keys.map { [$0] }
    }

    private func send(_ request: SPEKERequest) throws(RunFailure) -> [SuppliedKeyDraft] {
        let response = try answer(to: request)
        guard response.isSuccess else { throw refusal(response, request) }
        if request.interface == .speke2, let version = response.headers["x-speke-version"], version != "2.0" {
            throw failure("it answers as SPEKE \(version.prefix(10)), expected 2.0")
        }
        return try supplies(in: response.body, for: request)
    }

    /// Returns the keys and lines that a reply supplies for a request.
    package func supplies(
        in reply: borrowing SecretBytes,
        for request: SPEKERequest
    ) throws(RunFailure) -> [SuppliedKeyDraft] {
        do {
            let document = try CPIXReader.read(reply, privateKey: settings.recipient?.privateKey)
            return try SPEKEReply(request: request, document: document).supplies()
        } catch let error as CPIXError {
            if let missing = error.missingLibrary { throw .missingLibrary(missing) }
            throw failure("its answer is not a valid CPIX document: \(error)")
        } catch let error as SPEKEReply.Refusal {
            throw failure(error.reason)
        } catch {
            throw .fault(error, doing: "reading the answer of a key server")
        }
    }

    private func answer(to request: SPEKERequest) throws(RunFailure) -> HTTPResponse {
        var generator = SplitMix64(seed: settings.seed)
        do {
            var httpRequest = HTTPRequest(.post, location.url)
            httpRequest.headers =
                try [HTTPHeader(name: "Content-Type", value: "application/xml")] + settings.headers
            if request.interface == .speke2 {
                httpRequest.headers.append(try HTTPHeader(name: "X-Speke-Version", value: "2.0"))
            }
            httpRequest.body = Array(request.document().utf8)
            httpRequest.identity = settings.identity
            httpRequest.limits = settings.limits
            return try HTTPTransfer.perform(
                httpRequest,
                retries: settings.retries,
                clock: settings.clock,
                using: &generator,
                isCancelled: settings.isCancelled
            )
        } catch {
            throw failure(error)
        }
    }

    /// Returns the error for a status other than success.
    private func refusal(_ response: borrowing HTTPResponse, _ request: SPEKERequest) -> RunFailure {
        let redactor = RedactedKeyServerError(
            kids: request.keys.map(\.kid),
            secrets: settings.headers.map(\.value) + [location.url.text]
        )
        let explanation = redactor.redactedText(response.body).map { ": \"\($0)\"" } ?? ""
        let redirection =
            (300..<400).contains(response.status) ? ", a redirection, which is not followed" : ""
        return .keyServer(
            server: label,
            reason: "it refuses with status \(response.status)\(redirection)\(explanation)",
            isTransient: response.isTransient
        )
    }

    private func failure(_ error: HTTPError) -> RunFailure {
        switch error {
        case .unreachable, .cancelled: .keyServer(server: label, reason: "\(error)", isTransient: true)
        case .untrusted, .tooLarge, .invalid: failure("\(error)")
        case .missingLibrary(let error): .missingLibrary(error)
        }
    }

    private func failure(_ reason: String) -> RunFailure {
        .keyServer(server: label, reason: reason, isTransient: false)
    }
}

extension SuppliedKey {
    /// The same key without empty lines, which record that the server supplies none for a key system.
    fileprivate var withoutEmptyLines: SuppliedKey {
        SuppliedKey(record: record, lines: lines.filter { !$0.media.isEmpty || !$0.session.isEmpty })
    }
}
