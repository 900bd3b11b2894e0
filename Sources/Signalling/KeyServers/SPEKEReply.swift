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
        return try zip(request.keys, keys).map { (wanted, answer) throws(Refusal) in
            let iv = try initializationVector(of: answer, for: wanted)
            guard let key = answer.key else {
                throw Refusal(
                    reason: "key \(SPEKESystem.text(answer.kid)) has no value that can be decrypted"
                )
            }
            guard key.length == .bits128 else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(answer.kid)) has \(key.length.byteCount) bytes (expected 16)"
                )
            }
            guard request.recipient == nil || answer.form == .encrypted else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(answer.kid)) is not encrypted to the certificate of the request"
                )
            }
            let vector = iv ?? wanted.iv
            if let exposure = KeyExposure(of: key, iv: vector, keyID: answer.kid) {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(wanted.kid)) cannot be used: \(exposure.description), expected another key "
                        + "or another \(exposure.rawValue)"
                )
            }
            guard !key.withSpan({ span in span.indices.allSatisfy { span[$0] == 0 } }) else {
                throw Refusal(reason: "key \(SPEKESystem.text(answer.kid)) is all zeros")
            }
            let draft = KeyDraft(
                identity: wanted.requirement.identity,
                keyID: answer.kid,
                key: key,
                iv: vector,
                origin: .supplied
            )
            let lines = try SPEKEReplyKeyLines(
                request: request,
                document: document,
                answer: answer,
                iv: vector
            )
            .lines(for: wanted.requirement)
            guard !lines.flatMap({ $0.media + $0.session }).contains(where: key.isDisclosed(byText:)) else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(wanted.kid)) cannot be used: its playlist lines reveal the key or a part of it"
                )
            }
            return SuppliedKeyDraft(
                draft: draft,
                lines: lines,
                requestedID: wanted.kid
            )
        }
    }

    /// Throws unless the content id is that of the request, for which SPEKE v1 uses another attribute.
    private func checkTitle() throws(Refusal) {
        let names = [document.contentID, document.id]
        let found = (request.interface == .speke1 ? names.reversed() : names).compactMap(\.self).first
        guard found == request.contentID.value else {
            throw Refusal(
                reason:
                    "it answers for \(found.map { "content id \"\($0.prefix(200))\"" } ?? "no content id"), "
                    + "expected \"\(request.contentID)\""
            )
        }
    }

    /// Returns the answers to the keys of the request, in the same order.
    ///
    /// In SPEKE v1 a server may give the single key another id.
    private func answersInOrder() throws(Refusal) -> [CPIXContentKey] {
        let answers = document.contentKeys
        if request.interface == .speke1, request.keys.count == 1, let only = answers.first, answers.count == 1
        {
            guard only.kid != UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) else {
                throw Refusal(reason: "the key id is all zeros")
            }
            return [only]
        }
        let wanted = request.keys.map(\.kid)
        let others = answers.map(\.kid).filter { !wanted.contains($0) }.map(SPEKESystem.text)
        return try wanted.map { (kid) throws(Refusal) in
            let found = answers.filter { $0.kid == kid }
            guard let answer = found.first else {
                let got = others.first.map { "it answers with key \($0), " } ?? "it answers without "
                throw Refusal(
                    reason: got
                        + (others.isEmpty
                            ? "key \(SPEKESystem.text(kid))" : "expected \(SPEKESystem.text(kid))")
                )
            }
            guard found.count == 1 else {
                throw Refusal(reason: "it answers with key \(SPEKESystem.text(kid)) \(found.count) times")
            }
            return answer
        }
    }

    /// Throws if the reply has other keys too, or if a key is for another scheme than requested.
    private func checkScope(_ keys: [CPIXContentKey]) throws(Refusal) {
        let kids = Set(keys.map(\.kid))
        if let other = document.contentKeys.first(where: { !kids.contains($0.kid) }) {
            throw Refusal(
                reason: "it answers with key \(SPEKESystem.text(other.kid)), which was not asked for"
            )
        }
        for (wanted, answer) in zip(request.keys, keys) {
            guard let scheme = document.scheme(of: answer),
                let expected = wanted.requirement.method.scheme?.rawValue,
                scheme != expected
            else {
                continue
            }
            throw Refusal(
                reason:
                    "key \(SPEKESystem.text(answer.kid)) is for scheme \(scheme.prefix(20)), expected \(expected)"
            )
        }
    }

    /// Returns the IV that the server gave, which may differ from the requested one, or nil if it gave none.
    ///
    /// For FairPlay the server must give one: its license server sends the IV with the key, so only the
    /// server knows it.
    private func initializationVector(
        of answer: CPIXContentKey,
        for wanted: SPEKERequest.Key
    ) throws(Refusal) -> InitializationVector? {
        if answer.explicitIV == nil, request.systems.contains(where: { $0 == SPEKESystem.fairPlay }) {
            throw Refusal(
                reason: "key \(SPEKESystem.text(answer.kid)) has no explicitIV, which FairPlay needs"
            )
        }
        return answer.explicitIV
    }
}
