import FoundationEssentials
import KeyURITemplates
import Presentations

/// The check of how Foundation's `URL` parses a key URI, for apps that extract the asset id with it.
struct FoundationURLCheck {
    let key: KeyUse
    let assetID: AssetID
    /// The severity of findings: a warning if the app may use another rule.
    let severity: FlowFinding.Severity

    func check(_ result: inout StepResult) {
        if !key.uri.utf8.starts(with: "skd://".utf8) {
            result.warn(
                at: key.location,
                "there is no // after skd: in \(key.shownURI): an app that replaces skd:// with https:// leaves it unchanged",
                remedy: "Begin the URI with skd://, if apps replace the scheme."
            )
        }
        switch assetID.rule {
        case .host: compare(URL(string: key.uri).map { $0.host(percentEncoded: false) }, &result)
        case .query(let name):
            let value = URLComponents(string: key.uri).map { components in
                components.queryItems?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
            }
            compare(value, &result)
        default:
            guard URL(string: key.uri) == nil else { return }
            result.warn(
                at: key.location,
                "Foundation's URL(string:) gives nil for \(key.shownURI)",
                remedy: "Let the app take the URI as a string, from its loading request, not as a URL."
            )
        }
    }

    /// Compares the asset id with the part that Foundation finds.
    ///
    /// The outer optional is nil if Foundation accepts no URL, the inner one if the URL has no such part.
    private func compare(_ part: String??, _ result: inout StepResult) {
        guard let part else {
            result.add(
                FlowFinding(
                    severity,
                    at: key.location,
                    "Foundation's URL(string:) gives nil for \(key.shownURI), and the rule \(assetID.rule.name) uses it",
                    remedy: "Use a URI that is a URL, or let the app cut the string (rule afterScheme)."
                )
            )
            return
        }
        guard part.map({ $0.utf8.elementsEqual(assetID.bytes) }) != true else { return }
        result.add(
            FlowFinding(
                severity,
                at: key.location,
                "Foundation's URL has another value for the rule \(assetID.rule.name) in \(key.shownURI) "
                    + "(\(part.map { assetID.shown(Array($0.utf8)) } ?? "none"), expected \(assetID.shown))",
                remedy:
                    "Use only letters, digits and - . _ ~, or let the app cut the string (rule afterScheme)."
            )
        )
    }
}
