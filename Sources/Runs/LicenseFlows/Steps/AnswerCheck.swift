import Ciphers
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import Rehearsal

/// R10: what a CKC that was opened says, beside the exported file and the key line.
struct AnswerCheck {
    let key: KeyUse
    /// The key in the file; nil where a key server of others has it.
    let found: KSMLookup.Found?
    /// What the key store knows of the key.
    let known: KnownKey?
    let license: OpenedLicense
    /// Whether the license is that of a token: a request for one has a place for the rental alone (ExpressPlay's public parameters).
    let isOfToken: Bool

    /// Looks at key, IV and terms; R1 and the returned TLLVs hold where a CKC could be opened.
    ///
    /// - Returns: whether key and IV are right: others say nothing of segments.
    func check(_ record: inout StepRecord) -> Bool {
        var isRight = true
        record.walk(
            asked: "R1, returned TLLVs, key, IV, terms",
            came: "key and IV" + terms
        )
        for line in key.lines where line.iv.map({ $0 != license.iv.bytes }) == true {
            isRight = false
            record.fail(
                at: line.text,
                "the key line has an IV, and it is not that of the license",
                remedy: "Leave IV out of FairPlay's key lines: it comes with the key."
            )
        }
        let expected =
            found.map { ($0.key, $0.iv, "the export") }
            ?? (known?.record).map { ($0.key, $0.iv, "the record (\($0.identity))") }
        guard let (expectedKey, expectedIV, owner) = expected else { return isRight }
        for (what, isSame) in [("key", license.key == expectedKey), ("IV", license.iv == expectedIV)]
        where !isSame {
            isRight = false
            record.fail(
                at: key.place,
                "the CKC has another \(what) than \(owner)",
                remedy: "Look at what the key server looks up, and whether it encrypts the key under SK."
            )
        }
        if let found {
            compare(isOfToken ? askable(found.exported.terms, &record) : found.exported.terms, &record)
        }
        return isRight
    }

    private var terms: String {
        var words: [String] = []
        if let duration = license.duration {
            words.append("lease \(duration.leaseSeconds) s, rental \(duration.rentalSeconds) s")
        }
        if case .level(let level)? = license.hdcp { words.append("HDCP \(level.word)") }
        if license.offline != nil { words.append("offline") }
        return words.isEmpty ? ", no terms" : ", " + words.joined(separator: ", ")
    }

    /// The terms that a request for a token can ask for; a warning names the others.
    private func askable(_ terms: KeyPolicyTerms, _ record: inout StepRecord) -> KeyPolicyTerms {
        var askable = KeyPolicyTerms()
        askable.rentalSeconds = terms.rentalSeconds
        var others: [String] = []
        if let seconds = terms.leaseSeconds, seconds > 0 { others.append("a lease of \(seconds) s") }
        if let word = terms.hdcp, HDCPLevel(word: word) != .type0 { others.append("HDCP \(word)") }
        if terms.offlineKeyTerms != nil { others.append("an offline key") }
        if !others.isEmpty {
            record.warn(
                at: key.place,
                "the export demands \(others.joined(separator: ", ")), for which a request for a token has no place",
                remedy: "Demand it at the service that makes the tokens, in the account's settings."
            )
        }
        return askable
    }

    /// Key servers of others may ignore terms; what they write has to be what was exported.
    private func compare(_ terms: KeyPolicyTerms, _ record: inout StepRecord) {
        if let demanded = terms.keyDuration {
            if let duration = license.duration {
                if !isOfToken && duration.leaseSeconds != demanded.leaseSeconds
                    || duration.rentalSeconds != demanded.rentalSeconds
                {
                    record.fail(
                        at: key.place,
                        "the CKC has a lease of \(duration.leaseSeconds) s and a rental of \(duration.rentalSeconds) s, the export "
                            + "\(demanded.leaseSeconds) s and \(demanded.rentalSeconds) s",
                        remedy: "Let the key server take them from the export."
                    )
                }
            } else {
                record.fail(
                    at: key.place,
                    "the CKC has no key duration, and the export demands one",
                    remedy: "Let the key server write it where the SPC has a playback state."
                )
            }
        }
        if let demanded = terms.offlineKeyTerms, demanded != license.offline {
            record.fail(
                at: key.place,
                license.offline == nil
                    ? "the CKC has no offline key, and the export demands one"
                    : "the CKC has another stream id, title id or other seconds for offline playback than the export",
                remedy: "Let the key server take them from the export."
            )
        }
        guard let word = terms.hdcp, case let hdcp = license.hdcp ?? .level(.type0),
            hdcp != HDCPLevel(word: word).map({ .level($0) })
        else { return }
        record.fail(
            at: key.place,
            "the CKC does not demand HDCP \(word), as the export does",
            remedy: "Let the key server take it from the export; a CKC without HDCP means type 0."
        )
    }
}
