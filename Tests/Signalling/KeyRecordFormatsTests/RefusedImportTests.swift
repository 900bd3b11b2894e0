import Failures
import Foundation
import KeyStore
import Testing

@testable import KeyRecordFormats

/// Files that are refused; the error has the location and the fault, and never a key.
struct RefusedImportTests {
    static let id = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let key = "a9b9033df0b9ca5447839e3d074817a0"

    static func line(_ fields: String) -> String { "{\"content_id\":\"x\",\"track\":\"hd\",\(fields)}\n" }

    static let files: [(format: String, text: String, location: String, part: String)] = [
        ("jsonl", "", "file", "no key"),
        ("jsonl", "{\"content_id\":", "file:1", "not JSON"),
        ("jsonl", "[1]", "file:1", "not a JSON object"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\"") + "{", "file:2", "missing"),
        ("jsonl", line("\"key_id\":\"\(id)\""), "file:1", "no key"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)ff\""), "file:1", "17 bytes"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key.dropLast())\""), "file:1", "hexadecimal"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":7"), "file:1", "key is not a string"),
        ("jsonl", line("\"key_id\":\"x\",\"key\":\"\(key)\""), "file:1", "key_id is not a key id"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key_id\":\"\(id)\""), "file:1", "two members"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"iv\":\"00\""), "file:1", "iv is not an IV"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"hdcp\":\"x\""), "file:1", "hdcp"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"period\":-1"), "file:1", "period"),
        (
            "jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"hdcp\":\"\(Int.max)\""), "file:1",
            "hdcp is not a known value"
        ),
        (
            "jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"hdcp\":\"\(Int.min)\""), "file:1",
            "hdcp is not a known value"
        ),
        (
            "jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"generation\":\(Int.max)"), "file:1",
            "1 to 2147483647"
        ),
        (
            "jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"period\":\(Int.max)"), "file:1",
            "0 to 2147483647"
        ),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"version\":2"), "file:1", "version 2"),
        ("jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"lease_seconds\":-1"), "file:1", "below 0"),
        (
            "jsonl", line("\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"key_uri\":\"skd://x\""), "file:1",
            "without method"
        ),
        (
            "jsonl", line("\"key_id\":\"00000000-0000-0000-0000-000000000000\",\"key\":\"\(key)\""), "file:1",
            "all zero"
        ),
        (
            "jsonl",
            line("\"key_id\":\"\(id)\",\"key\":\"\(key)\"")
                + line("\"key_id\":\"\(id)\",\"key\":\"ffffffffffffffffffffffffffffffff\""), "file:2",
            "the content key differs"
        ),
        (
            "jsonl",
            line("\"key_id\":\"\(id)\",\"key\":\"\(key)\"")
                + line("\"key_id\":\"11111111-0b0a-4908-8706-050403020100\",\"key\":\"\(key)\""), "file:2",
            "--track"
        ),
        (
            "jsonl",
            line(
                "\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"key_uri\":\"skd://xx\",\"method\":\"sample-aes\","
                    + "\"asset_ids\":[{\"id\":\"xx\",\"hex\":\"7979\"}]"
            ),
            "file:1", "not the same"
        ),
        (
            "jsonl",
            line(
                "\"key_id\":\"\(id)\",\"key\":\"\(key)\",\"key_uri\":\"skd://x\",\"method\":\"sample-aes\",\"scheme\":\"x\""
            ),
            "file:1", "scheme is not a known value"
        ),
        (
            "fps-sdk", "{\"skd://x\":{\"content-key\":\"\(key)\",\"encryption-scheme\":\"x\"}}", "file:1",
            "encryption-scheme"
        ),
        ("jsonl", String(repeating: "[", count: 100), "file:1", "too deeply"),
        ("jsonl", "[" + String(repeating: "0,", count: 1 << 20), "file:1", "1048576 values"),
        ("csv", "key_id,key\n\(id)", "file:2", "1 field, the header has 2"),
        ("csv", "key_id,key,colour\n", "file:1", "column colour"),
        ("csv", "\(key),x", "file:1", "column 1 "),
        ("csv", "key_id,key,key\n", "file:1", "twice"),
        ("csv", "key_id,key\n\(id),\"\(key)", "file:2", "not closed"),
        ("csv", "key_id,key\n\(id),\"\(key)\"x\n", "file:2", "after a field"),
        ("csv", "key_id,key\n\(id),a\"b\n", "file:2", "a quote"),
        ("csv", "key_id,key,content_id\n\n\(id),\(key),x\n", "file:3", "--track"),
        ("csv", "key_id,key,track\n\(id),\(key),hd\n", "file:2", "--content-id"),
        ("fps-sdk", "{\"x\":{\"content-key\":\"zz\"}}", "file:1", "hexadecimal"),
        ("fps-sdk", "{\"x\":{}}", "file:1", "no content-key"),
        ("fps-sdk", "{\"x\":{\"content-key\":\"\(key)\",\"hdcp-type\":5}}", "file:1", "hdcp-type"),
        (
            "fps-sdk-request", "{\"x\":{\"fairplay-streaming-request\":{\"create-ckc\":[]}}}", "file:1",
            "content-key"
        ),
        ("expressplay-token", line("\"key_id\":\"\(id)\""), "file:1", "no parameters"),
        ("expressplay-token", line("\"parameters\":{}"), "file:1", "no contentKey"),
        ("expressplay-token", line("\"parameters\":{\"contentKey\":\"\(key)\"}"), "file:1", "no iv"),
        ("expressplay-token", line("\"parameters\":{\"contentKey\":\"\(key)ff\"}"), "file:1", "17 bytes"),
        (
            "expressplay-token", line("\"parameters\":{\"contentKey\":\"\(key)\",\"iv\":\"00\"}"), "file:1",
            "iv is not an IV"
        ),
        (
            "expressplay-token",
            line(
                "\"parameters\":{\"contentKey\":\"\(key)\",\"iv\":\"\(SampleKeys.iv)\",\"rentalDuration\":\"2h\"}"
            ),
            "file:1", "rentalDuration is not a whole number"
        ),
        (
            "expressplay-token",
            line(
                "\"key_uris\":\"x\",\"parameters\":{\"contentKey\":\"\(key)\",\"iv\":\"\(SampleKeys.iv)\"}"
            ),
            "file:1", "key_uris is not an array"
        ),
        (
            "expressplay-token",
            line(
                "\"asset_ids\":[7],\"parameters\":{\"contentKey\":\"\(key)\",\"iv\":\"\(SampleKeys.iv)\"}"
            ),
            "file:1", "asset_ids contains something"
        ),
        (
            "expressplay-token",
            line(
                "\"asset_ids\":[\"x\"],\"parameters\":{\"contentKey\":\"\(key)\",\"iv\":\"\(SampleKeys.iv)\"}"
            ),
            "file:1", "an asset id has 1 byte,"
        ),
        ("drmtoday", "{\"assets\":[{\"ingestKeys\":[{\"keyId\":\"x\"}]}]}", "file:1", "keyId"),
        ("drmtoday", "{\"assets\":[{\"ingestKeys\":[{\"key\":\"AAAA\"}]}]}", "file:1", "3 bytes"),
        ("drmtoday", "{\"assets\":[{\"ingestKeys\":[{\"key\":\"*\"}]}]}", "file:1", "base64"),
        ("skm", "{\"kid\":\"^x\",\"ek\":\"00\"}", "file:1", "begins with ^"),
        ("skm", "{\"kid\":\"\(id)\",\"ek\":\"00\"}", "file:1", "48 digits"),
        ("skm", "{\"kid\":\"\(id)\"}", "file:1", "neither ek nor k"),
        (
            "skm", "{\"kid\":\"\(id)\",\"ek\":\"\(String(repeating: "0", count: 48))\"}", "file:1",
            "--wrap-key"
        ),
        ("shaka", "--keys", "file:1", "without keys"),
        (
            "shaka", "--keys=label=:key_id=\(id.filter { $0 != "-" }):key=\(key):colour=1", "file:1",
            "an unknown part"
        ),
        ("shaka", "--keys=label", "file:1", "without a name"),
        ("key-file", "short", "file", "5 bytes"),
        ("cpix", "<x/>", "file", "not a CPIX document"),
        ("cpix", "<!DOCTYPE x [<!ENTITY a \"b\">]><x>&a;</x>", "file", "document type declaration"),
    ]

    @Test(arguments: files)
    func `What cannot be read is refused`(format: String, text: String, location: String, part: String) throws
    {
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: format) }
        let found = try #require(error?.location)
        let reason = try #require(error?.statement)
        #expect(found == location || location == "file" && found.hasPrefix("file"))
        #expect(reason.contains(part), "\(reason)")
        #expect(!"\(found) \(reason)".contains(Self.key))
        #expect(error?.failureClass == .malformed)
    }

    @Test func `A file of no clear format is refused`() throws {
        let error = #expect(throws: RunFailure.self) { _ = try SampleKeys.read("hello", as: nil) }
        #expect("\(String(describing: error))".contains("--as"))
    }

    @Test func `A wrapped key opens with its own wrapping key only`() throws {
        let text = try SampleKeys.text("skm", [SampleKeys.key()], SampleKeys.wrapping())
        var importSettings = ImportSettings()
        importSettings.wrappingKey = WrappingKey(reading: [UInt8](repeating: 7, count: 16).span, id: nil)
        #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: nil, importSettings) }
        importSettings.wrappingKey = try SampleKeys.wrapping(id: "another").wrappingKey
        #expect(throws: RunFailure.self) { _ = try SampleKeys.read(text, as: nil, importSettings) }
    }

    @Test(arguments: [
        ("00000000000000000000000000000000", "all zero"),
        ("01010101010101010101010101010102", "2 different bytes"),
        ("000102030405060708090a0b0c0d0e0f", "regular sequence"),
        ("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0", "regular sequence"),
    ])
    func `Weak keys are warned of`(key: String, part: String) throws {
        let read = try SampleKeys.read(
            Self.line("\"key_id\":\"\(Self.id)\",\"key\":\"\(key)\",\"iv\":\"\(SampleKeys.iv)\""),
            as: nil
        )
        #expect(read.warnings.count == 1)
        #expect(read.warnings.first?.contains(part) == true)
        #expect(read.warnings.first?.contains(key) == false)
    }

    @Test func `A repeated key, a missing IV and an IV that is the key id are warned of`() throws {
        let one = Self.line(
            "\"key_id\":\"\(Self.id)\",\"key\":\"\(Self.key)\",\"iv\":\"0f0e0d0c0b0a49088706050403020100\""
        )
        let other =
            "{\"content_id\":\"x\",\"track\":\"sd\",\"key_id\":\"11111111-0b0a-4908-8706-050403020100\",\"key\":\"\(Self.key)\"}"
        let warnings = try SampleKeys.read(one + other, as: nil).warnings
        #expect(warnings.map { $0.contains("IV is the key id") } == [true, false, false])
        #expect(warnings.map { $0.contains("the same key appears at file:1") } == [false, true, false])
        #expect(warnings.map { $0.contains("no IV") } == [false, false, true])
    }

    @Test(arguments: ["\n", "\r\n"])
    func `A byte order mark, line ends and blanks do no harm`(end: String) throws {
        let line = Self.line(
            "\"key_id\":\"{\(Self.id.uppercased())}\",\"key\":\"0x\(Self.key.uppercased())\""
        )
        let csv = ["key,content_id,track,key_id", "\(Self.key),\"x\",hd,\"\(Self.id)\"", "", ""].joined(
            separator: end
        )
        for text in ["\u{FEFF}" + line.replacing("\n", with: end), "\u{FEFF}" + csv] {
            let read = try SampleKeys.read(text, as: nil)
            #expect(read.keys.map(\.draft.keyID) == [SampleKeys.keyID])
            #expect(read.keys.first?.draft.key == (try SampleKeys.key().record.key))
        }
    }

    @Test func `Escapes of JSON are what they stand for`() throws {
        let escaped =
            #"{"content_id":"\u006d\u00f6\"\\\/\ud83c\udfac\n","track":"hd","key_id":"x","key":"\u0061"}"#
        #expect(throws: RunFailure.self) { _ = try SampleKeys.read(escaped, as: "jsonl") }
        var bytes = Array(escaped.utf8)
        let input = ImportInput(taking: &bytes, name: "file")
        let object = try #require(JSONObjects.first(of: input))
        #expect(try JSONFields(object: object, input: input).text("content_id") == "m\u{F6}\"\\/\u{1F3AC}\n")
    }

    @Test(arguments: [
        (#""\ud83c""#, "half of a surrogate pair in a string"),
        (#""\udfac""#, "half of a surrogate pair in a string"),
        (#""\u12""#, "an invalid escape in a string"), (#""\x""#, "an invalid escape in a string"),
        ("\"\u{1}\"", "a line end or control character in a string"),
        (#""\"#, "an invalid escape in a string"),
        (#""x"#, "a string without its end"),
        ("+5", "this is not JSON"), ("01", "a comma or the end is missing"), ("nul", "this is not JSON"),
    ])
    func `What is no JSON is refused`(value: String, reason: String) throws {
        let text = "{\"b\":\"longer than the bytes of a key\",\n\"a\":\(value)}"
        var bytes = Array(text.utf8)
        var reader = JSONReader(ImportInput(taking: &bytes, name: "file"))
        let error = RunFailure.malformedDocument(location: "file:2", reason: reason)
        #expect(throws: error) { try reader.next() }
        // The error is the same if no format was given.
        for text in [text, "[\(text)]", " \(text)"] {
            #expect(throws: error) { try SampleKeys.read(text, as: nil) }
        }
    }

    @Test(arguments: ["{}", "[]", "[{}]", "{\"a\":1}"])
    func `JSON of no format is refused as such`(text: String) {
        let error = #expect(throws: RunFailure.self) { try SampleKeys.read(text, as: nil) }
        #expect("\(String(describing: error))".contains("--as"))
    }
}
