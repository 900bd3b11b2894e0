import Ciphers
import KeyRecordFormats
import KeyStore

/// Reads key records in all formats: no input may crash the process, and records that were read can be
/// stored.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyRecordImport(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    var settings = ImportSettings()
    settings.contentID = try? ContentID("x")
    settings.wrappingKey = WrappingKey(reading: [UInt8](repeating: 1, count: 16).span, id: nil)
    for format in [nil] + ImportFormats.names.map(Optional.some) {
        var copy = bytes
        let input = ImportInput(taking: &copy, name: "x")
        guard let read = try? ImportFormats.read(input, as: format, settings) else { continue }
        precondition(!read.keys.isEmpty)
        for key in read.keys {
            precondition(key.draft.key != nil || key.state == .revoked)
            precondition(key.signalling.allSatisfy { key.draft.keyID == nil || $0.keyID == key.draft.keyID })
        }
    }
    return 0
}
