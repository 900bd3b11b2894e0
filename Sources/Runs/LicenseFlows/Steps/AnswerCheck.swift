import Ciphers
import HLSPlaylists
import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import Rehearsal

/// The check of a decrypted CKC against the exported file and the key line (step R10).
struct AnswerCheck {
    let key: KeyUse
    /// The key in the exported file, or nil if only an external license server has it.
    let found: KSMLookup.UsableKey?
    /// The key store's data about the key, or nil if unknown.
    let known: KnownKey?
    let license: OpenedLicense
    /// Indicates whether a token granted the license.
    ///
    /// A token request can express only the rental duration (ExpressPlay's public parameters).
    let isOfToken: Bool

    /// Checks key, IV and terms; decrypting the CKC has already checked R1 and the returned TLLVs.
    ///
    /// - Returns: true if key and IV are right, so that the license may be used to check segments.
    func check(_ result: inout StepResult) -> Bool {
        var isRight = true
        result.countRun(
            request: "R1, returned TLLVs, key, IV, terms",
            result: "key and IV" + terms
        )
        for line in key.lines where line.iv.map({ $0 != license.iv.bytes }) == true {
            isRight = false
            result.fail(
                at: line.location,
                "the key line has an IV, and it is not that of the license",
                remedy: "Leave IV out of FairPlay's key lines: it comes with the key."
            )
        }
        let expected =
            found.map { ($0.key, $0.iv, "the export") }
            ?? (known?.record).map { ($0.key, $0.iv, "the record (\($0.identity))") }
        guard let (expectedKey, expectedIV, owner) = expected else { return isRight }
        for (valueName, isSame) in [("key", license.key == expectedKey), ("IV", license.iv == expectedIV)]
        where !isSame {
            isRight = false
            result.fail(
                at: key.location,
                "the CKC has another \(valueName) than \(owner)",
                remedy: "Check what the license server looks up, and whether it encrypts the key under SK."
            )
        }
        if let found {
            compare(
                isOfToken ? expressibleTerms(found.exportedKey.terms, &result) : found.exportedKey.terms,
                &result
            )
        }
        return isRight
    }

    private var terms: String {
        var descriptions: [String] = []
        if let duration = license.duration {
            descriptions.append("lease \(duration.leaseSeconds) s, rental \(duration.rentalSeconds) s")
        }
        if case .level(let level)? = license.hdcp { descriptions.append("HDCP \(level.name)") }
        if license.offline != nil { descriptions.append("offline") }
        return descriptions.isEmpty ? ", no terms" : ", " + descriptions.joined(separator: ", ")
    }

    /// Returns the terms that a token request can express, and warns about the others.
    private func expressibleTerms(_ terms: KeyPolicyTerms, _ result: inout StepResult) -> KeyPolicyTerms {
        var expressible = KeyPolicyTerms()
        expressible.rentalSeconds = terms.rentalSeconds
        var others: [String] = []
        if let seconds = terms.leaseSeconds, seconds > 0 { others.append("a lease of \(seconds) s") }
        if let word = terms.hdcp, HDCPLevel(name: word) != .type0 { others.append("HDCP \(word)") }
        if terms.offlineKeyTerms != nil { others.append("an offline key") }
        if !others.isEmpty {
            result.warn(
                at: key.location,
                "the export demands \(others.joined(separator: ", ")), which a token request cannot express",
                remedy: "Set these terms in the account's settings at the token service."
            )
        }
        return expressible
    }

    /// Compares the terms with those of the CKC, which external license servers may ignore.
    private func compare(_ terms: KeyPolicyTerms, _ result: inout StepResult) {
        if let demandedDuration = terms.keyDuration {
            if let duration = license.duration {
                if !isOfToken && duration.leaseSeconds != demandedDuration.leaseSeconds
                    || duration.rentalSeconds != demandedDuration.rentalSeconds
                {
                    result.fail(
                        at: key.location,
                        "the CKC has a lease of \(duration.leaseSeconds) s and a rental of \(duration.rentalSeconds) s, the export "
                            + "\(demandedDuration.leaseSeconds) s and \(demandedDuration.rentalSeconds) s",
                        remedy: "Let the license server take them from the export."
                    )
                }
            } else {
                result.fail(
                    at: key.location,
                    "the CKC has no key duration, and the export demands one",
                    remedy: "Let the license server write it if the SPC has a playback state."
                )
            }
        }
        if let demandedTerms = terms.offlineKeyTerms, demandedTerms != license.offline {
            result.fail(
                at: key.location,
                license.offline == nil
                    ? "the CKC has no offline key, and the export demands one"
                    : "the CKC has another stream id, title id or duration of offline playback than the export",
                remedy: "Let the license server take them from the export."
            )
        }
        guard let word = terms.hdcp, case let hdcp = license.hdcp ?? .level(.type0),
            hdcp != HDCPLevel(name: word).map({ .level($0) })
        else { return }
        result.fail(
            at: key.location,
            "the CKC does not demand HDCP \(word), as the export does",
            remedy: "Let the license server take it from the export; a CKC without HDCP means type 0."
        )
    }
}
