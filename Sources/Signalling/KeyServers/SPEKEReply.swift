import CPIXDocuments
import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// A key server's reply, which is compared with its request.
struct SPEKEReply {
    /// The reason for refusing a reply, which messages show in parentheses.
    struct Refusal: Error {
        let reason: String
    }

    let request: SPEKERequest
    let document: CPIXDocument

    /// Returns the keys and lines to store, in the order of the request's keys.
    func supplies() throws(Refusal) -> [SuppliedKeyDraft] {
        try checkTitle()
        let keys = try answersInOrder()
        try checkScope(keys)
        return try zip(request.keys, keys).map { (requestedKey, answer) throws(Refusal) in
            let iv = try initializationVector(of: answer, for: requestedKey)
            guard let key = answer.key else {
                throw Refusal(
                    reason: "key \(SPEKESystem.uuidText(answer.kid)) has no value that can be decrypted"
                )
            }
            guard key.length == .bits128 else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.uuidText(answer.kid)) has \(key.length.byteCount) bytes (expected 16)"
                )
            }
            guard request.recipient == nil || answer.form == .encrypted else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.uuidText(answer.kid)) is not encrypted to the certificate of the request"
                )
            }
            let effectiveIV = iv ?? requestedKey.iv
            if let exposure = KeyExposure(of: key, iv: effectiveIV, keyID: answer.kid) {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.uuidText(requestedKey.kid)) cannot be used: \(exposure.description), expected another key "
                        + "or another \(exposure.rawValue)"
                )
            }
            guard !key.withSpan({ span in span.indices.allSatisfy { span[$0] == 0 } }) else {
                throw Refusal(reason: "key \(SPEKESystem.uuidText(answer.kid)) is all zeros")
            }
            let draft = KeyDraft(
                identity: requestedKey.requirement.identity,
                keyID: answer.kid,
                key: key,
                iv: effectiveIV,
                origin: .supplied
            )
            let lines = try SPEKEReplyKeyLines(
                request: request,
                document: document,
                answer: answer,
                iv: effectiveIV
            )
            .lines(for: requestedKey.requirement)
            guard !lines.flatMap({ $0.media + $0.session }).contains(where: key.isDisclosed(byText:)) else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.uuidText(requestedKey.kid)) cannot be used: its playlist lines reveal the key or a part of it"
                )
            }
            return SuppliedKeyDraft(
                draft: draft,
                lines: lines,
                requestedID: requestedKey.kid
            )
        }
    }

    /// Throws unless the content id is that of the request, for which SPEKE v1 uses another attribute.
    private func checkTitle() throws(Refusal) {
        let names = [document.contentID, document.id]
        let foundID = (request.interface == .speke1 ? names.reversed() : names).compactMap(\.self).first
        guard foundID == request.contentID.value else {
            throw Refusal(
                reason:
                    "it answers for \(foundID.map { "content id \"\($0.prefix(200))\"" } ?? "no content id"), "
                    + "expected \"\(request.contentID)\""
            )
        }
    }

    /// Returns the answers to the keys of the request, in the same order.
    ///
    /// In SPEKE v1 a server may give the single key another id.
    private func answersInOrder() throws(Refusal) -> [CPIXContentKey] {
        let answers = document.contentKeys
        if request.interface == .speke1, request.keys.count == 1, let onlyAnswer = answers.first,
            answers.count == 1
        {
            guard onlyAnswer.kid != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) else {
                throw Refusal(reason: "the key id is all zeros")
            }
            return [onlyAnswer]
        }
        let requestedKeyIDs = request.keys.map(\.kid)
        let otherKeyIDs = answers.map(\.kid).filter { !requestedKeyIDs.contains($0) }.map(
            SPEKESystem.uuidText
        )
        return try requestedKeyIDs.map { (kid) throws(Refusal) in
            let matches = answers.filter { $0.kid == kid }
            guard let answer = matches.first else {
                let beginning =
                    otherKeyIDs.first.map { "it answers with key \($0), " } ?? "it answers without "
                throw Refusal(
                    reason: beginning
                        + (otherKeyIDs.isEmpty
                            ? "key \(SPEKESystem.uuidText(kid))" : "expected \(SPEKESystem.uuidText(kid))")
                )
            }
            guard matches.count == 1 else {
                throw Refusal(
                    reason: "it answers with key \(SPEKESystem.uuidText(kid)) \(matches.count) times"
                )
            }
            return answer
        }
    }

    /// Throws if the reply has other keys too, or if a key is for another scheme than requested.
    private func checkScope(_ keys: [CPIXContentKey]) throws(Refusal) {
        let kids = Set(keys.map(\.kid))
        if let otherKey = document.contentKeys.first(where: { !kids.contains($0.kid) }) {
            throw Refusal(
                reason: "it answers with key \(SPEKESystem.uuidText(otherKey.kid)), which was not asked for"
            )
        }
        for (requestedKey, answer) in zip(request.keys, keys) {
            guard let scheme = document.scheme(of: answer),
                let expected = requestedKey.requirement.method.scheme?.rawValue,
                scheme != expected
            else {
                continue
            }
            throw Refusal(
                reason:
                    "key \(SPEKESystem.uuidText(answer.kid)) is for scheme \(scheme.prefix(20)), expected \(expected)"
            )
        }
    }

    /// Returns the IV that the server gave, which may differ from the requested one, or nil if it gave none.
    ///
    /// For FairPlay the server must give one: its license server sends the IV with the key, so only the
    /// server knows it.
    private func initializationVector(
        of answer: CPIXContentKey,
        for requestedKey: SPEKERequest.Key
    ) throws(Refusal) -> InitializationVector? {
        if answer.explicitIV == nil, request.systems.contains(where: { $0 == SPEKESystem.fairPlay }) {
            throw Refusal(
                reason: "key \(SPEKESystem.uuidText(answer.kid)) has no explicitIV, which FairPlay needs"
            )
        }
        return answer.explicitIV
    }
}
