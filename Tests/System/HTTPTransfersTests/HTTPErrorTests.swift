import CCurl
import Testing

@testable import HTTPTransfers

struct HTTPErrorTests {
    /// Messages in libcurl's wording if `https_proxy` has a password.
    @Test(arguments: [
        "Could not resolve proxy: name:password@proxy.example.com",
        "Unsupported proxy scheme for 'gopher://name:password@proxy.example.com'",
    ])
    func showsNoURLs(_ reason: String) {
        let error = HTTPError(CURLE_COULDNT_RESOLVE_PROXY, reason)
        #expect(!"\(error)".contains("password"))
        #expect("\(error)".lowercased().contains("proxy"))
    }
}
