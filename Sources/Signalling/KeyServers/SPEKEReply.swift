import CPIXDocuments
import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// Compares what a server answered with what it was asked.
struct SPEKEReply {
    /// Why an answer is refused, for the parentheses of a message.
    struct Refusal: Error {
        let reason: String
    }

    let request: SPEKERequest
    let document: CPIXDocument

    /// What is to be stored, in the order of the request's keys.
    func supplies() throws(Refusal) -> [KeySupply] {
        try checkTitle()
        let keys = try matched()
        try checkScope(keys)
        return try zip(request.keys, keys).map { (wanted, answer) throws(Refusal) in
            let iv = try initializationVector(of: answer, for: wanted)
            guard let key = answer.key else {
                throw Refusal(reason: "key \(SPEKESystem.text(answer.kid)) has no value that we can open")
            }
            guard key.length == .bits128 else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(answer.kid)) has \(key.length.byteCount) bytes (expected 16)"
                )
            }
            guard request.recipient == nil || answer.form == .encrypted else {
                throw Refusal(
                    reason: "key \(SPEKESystem.text(answer.kid)) is not encrypted to our certificate"
                )
            }
            let vector = iv ?? wanted.iv
            if let exposure = KeyExposure(of: key, iv: vector, keyID: answer.kid) {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(wanted.kid)) cannot be used: \(exposure.words), expected the explicitIV "
                        + "that was asked for, or another one"
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
            let lines = try ReplyLines(request: request, document: document, answer: answer, iv: vector)
                .lines(for: wanted.requirement)
            guard !lines.flatMap({ $0.media + $0.session }).contains(where: key.isDisclosed(byText:)) else {
                throw Refusal(
                    reason:
                        "key \(SPEKESystem.text(wanted.kid)) cannot be used: its playlist lines say the key or a part of it"
                )
            }
            return KeySupply(
                draft: draft,
                lines: lines,
                requestedID: wanted.kid
            )
        }
    }

    /// The title is that of the request; SPEKE v1 has it in another attribute.
    private func checkTitle() throws(Refusal) {
        let names = [document.contentID, document.id]
        let found = (request.interface == .speke1 ? names.reversed() : names).compactMap(\.self).first
        guard found == request.contentID.value else {
            throw Refusal(
                reason: "it answers for content id \(found.map { "\"\($0.prefix(200))\"" } ?? "nothing"), "
                    + "expected \"\(request.contentID)\""
            )
        }
    }

    /// The answers for the keys of the request, in their order.
    ///
    /// In SPEKE v1 a server may have an id of its own for the one key that was asked for.
    private func matched() throws(Refusal) -> [CPIXContentKey] {
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
                throw Refusal(reason: "it answers key \(SPEKESystem.text(kid)) \(found.count) times")
            }
            return answer
        }
    }

    /// No other key came along, and each is for the scheme that was asked for.
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

    /// The vector that the server says, which may be another than it was asked for; nil where it says none.
    ///
    /// FairPlay hands the vector out with the key: nobody but the server can say which.
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
