import Failures
import HTTPTransfers
import Testing

@testable import KeyServers

struct KeyServerLocationTests {
    @Test(arguments: [
        ("speke:https://keys.example.com/copyProtection?token=secret", "speke", "https://keys.example.com"),
        ("speke1:https://user:secret@keys.example.com:8443/v1", "speke1", "https://keys.example.com:8443"),
        ("speke:http://127.0.0.1:8080/", "speke", "http://127.0.0.1:8080"),
    ])
    func reads(_ text: String, _ interface: String, _ label: String) throws {
        let location = try KeyServerLocation(text)
        #expect(location.interface.rawValue == interface)
        #expect(location.label == label)
        #expect(text == "\(interface):\(location.url.text)")
        var settings = KeyServerSettings()
        settings.headers = [try HTTPHeader(name: "Authorization", value: "Bearer secret")]
        let supplier = SPEKEKeySupplier(location, settings)
        var dumped = "\(location) \(supplier) \(String(reflecting: supplier))"
        dump(supplier, to: &dumped)
        #expect(dumped.contains(label) && !dumped.contains("secret"), "\(dumped)")
    }

    @Test(arguments: [
        ("https://keys.example.com/?token=secret", "expected speke:"),
        ("speke3:https://keys.example.com/?token=secret", "expected speke:"),
        ("speke", "expected speke:"), ("", "expected speke:"),
        ("SPEKE:https://keys.example.com/?token=secret", "expected speke:"),
        ("speke:", "not a URL"), ("speke1:keys.example.com/secret", "not a URL"),
        ("speke:http://keys.example.com/secret", "in the clear"),
        ("speke:file:///secret", ""),
    ])
    func refusesWithoutShowingTheURL(_ text: String, _ part: String) throws {
        let error = try #require(throws: RunFailure.self) { try KeyServerLocation(text) }
        #expect(error.description.contains(part), "\(error)")
        #expect(!error.description.contains("secret"))
        #expect(error.failureClass == .malformed)
    }
}
