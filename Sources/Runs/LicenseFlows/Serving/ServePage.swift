import ProtectionTerms

/// The start page of `serve`, which lists the endpoints and says that they are stand-ins.
struct ServePage {
    let endpoints: [(path: String, words: String)]
    let flows: [LicenseFlow]

    /// The HTML in UTF-8; it omits the token of the run, which is in the page's own URL.
    var html: [UInt8] {
        let rows = endpoints.map { endpoint in
            "<tr><td><code>\(Self.escaped(endpoint.path))</code></td><td>\(Self.escaped(endpoint.words))</td></tr>"
        }
        .joined(separator: "\n")
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>fairlead serve: stand-in servers</title>
            <style>body{font:16px/1.5 sans-serif;margin:2rem;max-width:60rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top}
            @media (prefers-color-scheme:dark){body{background:#111;color:#eee}}</style></head>
            <body><h1>Stand-in servers</h1>
            <p>These servers stand in for license servers while an app is tested: Apple's D is a stand-in, and the certificate and the ASk are
            discarded after the run. No Apple device opens their licenses, and only this machine is meant to use them.</p>
            <p>Flows: \(Self.escaped(flows.map(\.rawValue).joined(separator: ", "))).</p>
            <table>
            \(rows)
            </table></body></html>

            """
        return Array(page.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
