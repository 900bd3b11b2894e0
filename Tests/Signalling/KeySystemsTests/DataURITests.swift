import Foundation
import KeySystems
import Testing

@Suite("Data URIs")
struct DataURITests {
    /// The examples of RFC 4648 section 10.
    @Test(
        "Base64, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(text: String, digits: String) throws {
        let uri = DataURI(mediaType: "text/plain", bytes: Array(text.utf8))
        #expect(uri.text == "data:text/plain;base64," + digits)
        #expect(DataURI(parsing: uri.text) == uri)
    }

    @Test("Every byte, as Foundation encodes it", arguments: 0..<8)
    func everyByte(count: Int) throws {
        let bytes = (0..<256).map { UInt8($0) } + [UInt8](repeating: 0xFB, count: count)
        let uri = DataURI(mediaType: "a/b", bytes: bytes)
        #expect(uri.text == "data:a/b;base64," + Data(bytes).base64EncodedString())
        #expect(DataURI(parsing: uri.text)?.bytes == bytes)
    }

    @Test(
        "What others write",
        arguments: [
            "DATA:text/plain;BASE64,Zm9vYg==", "data:text/plain;base64,Zm9vYg",
            "data:text/plain;base64,Zm9vYg%3D%3d",
            "data:text/plain;base64,%5am9vYg==",
        ]
    )
    func lenient(text: String) throws {
        #expect(DataURI(parsing: text) == DataURI(mediaType: "text/plain", bytes: Array("foob".utf8)))
    }

    @Test(
        "What holds no base64",
        arguments: [
            "", "data", "data:", "data:,Zm9v", "data:text/plain,Zm9v", "data:text/plain;base64",
            "skd://a;base64,Zm9v",
            "data:text/plain;base64,Z", "data:text/plain;base64,Zm9vY", "data:text/plain;base64,Zm-v",
            "data:text/plain;base64,Zm9vYg===", "data:text/plain;base64,Zm 9", "data:;base64,Zm9%",
            "data:;base64,Zm9%7",
            "data:;base64,Zm9%+7",
        ]
    )
    func malformed(text: String) throws {
        #expect(DataURI(parsing: text) == nil)
    }
}
