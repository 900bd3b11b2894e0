import EntitlementMessages
import HTTPTransfers
import KeyURITemplates
import Presentations
import ProtectionTerms

/// The check of the address that an app makes from a key URI by changing the scheme.
///
/// The address is that of an entitlement server (step R03) or a token URL (step R04).
struct AddressCheck {
    let key: KeyUse

    /// Returns the address.
    ///
    /// - Parameters:
    ///   - step: R03 or R04.
    ///   - results: the steps to add results to.
    /// - Returns: an https URL, or nil with a finding in the step if there is none.
    func address(_ step: FlowStep, _ results: inout StepResults) -> String? {
        guard let url = TokenURL.replacingScheme(key.uri) else {
            let lacksSlashes = key.uri.utf8.starts(with: "skd:".utf8)
            results[step].fail(
                at: key.location,
                lacksSlashes
                    ? "\(key.shownURI) has no // after skd:, and an app that replaces skd:// with https:// finds no address"
                    : "\(key.shownURI) does not have the scheme skd, so no player asks an app for its key",
                remedy:
                    "Write skd://HOST/PATH (\(CommandOption.template) entitlement), or rehearse the flow that the app uses (\(CommandOption.flow))."
            )
            return nil
        }
        if !key.uri.utf8.starts(with: "skd://".utf8) {
            results[step].warn(
                at: key.location,
                "\(key.shownURI) has a whole URL after skd:, and apps that replace skd:// with https:// leave it unchanged",
                remedy: "Use the template entitlement, unless the app removes skd:."
            )
        }
        if let fault = TokenURL.fault(of: url) {
            results[step].fail(
                at: key.location,
                "the address of \(key.shownURI) \(fault.predicate)",
                remedy: fault.remedy
            )
            return nil
        }
        do throws(HTTPError) {
            let parsed = try HTTPURL(url)
            results[step].countRun(request: "the address of \(key.shownURI)", result: parsed.label)
        } catch {
            results[step].fail(
                at: key.location,
                "the address of \(key.shownURI) cannot be requested: \(error)",
                remedy: "Correct the URI."
            )
            return nil
        }
        return url
    }

    /// Warns about key lines with other hosts than the first one, because one stand-in answers for all hosts
    /// here.
    static func compareHosts(of keys: [KeyUse], _ result: inout StepResult) {
        var first: String?
        for key in keys {
            guard let url = TokenURL.replacingScheme(key.uri), let host = try? HTTPURL(url).host else {
                continue
            }
            let expected = first ?? host
            first = expected
            guard host != expected else { continue }
            result.warn(
                at: key.location,
                "\(key.shownURI) names the host \(host), and the key lines before it name \(expected)",
                remedy: "Correct the host, unless both are yours."
            )
        }
    }
}

extension TokenURL.Fault {
    /// The fault as a predicate, to follow the name of a URL.
    var predicate: String {
        switch self {
        case .whitespace: "has white space or a line ending in it"
        case .notHTTPS(let scheme):
            scheme.isEmpty ? "has no scheme, expected https" : "begins with \(scheme), expected https"
        case .noHost: "has no host, expected https://HOST/PATH"
        case .port: "has a port that is not from 1 to 65535"
        case .notPlain: "has bytes that are not ASCII, or more than \(TokenURL.byteLimit) bytes"
        }
    }

    var remedy: String {
        switch self {
        case .whitespace: "Write it on one line."
        case .notHTTPS: "Use https: App Transport Security does not let apps send unencrypted requests."
        case .noHost, .port, .notPlain:
            "Give https://HOST[:PORT]/PATH, with bytes that are not ASCII percent-encoded."
        }
    }
}
