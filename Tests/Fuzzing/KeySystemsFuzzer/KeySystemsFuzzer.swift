import Bitstreams
import KeySystems

/// Reads the signalling documents of key systems.
///
/// The first byte selects a Widevine header, a PlayReady Object, a PlayReady Header, a key URI, or data to be
/// put into a key URI. Checks that an error lies inside the bytes or at their end, that a document is written
/// back as it was read, and that the key ids of a key URI are those of its document.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeySystems(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 1 else { return 0 }
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let bytes = input[1...]
    do throws(ParseError) {
        switch input[0] % 5 {
        case 0: try readWidevine(bytes)
        case 1: try readPlayReady(bytes)
        case 2: _ = try PlayReadyHeader(parsing: bytes)
        case 3: readURI(String(decoding: bytes, as: UTF8.self))
        default: readURI(DataURI(mediaType: "text/plain", bytes: Array(bytes)).text)
        }
    } catch {
        precondition(error.offset <= UInt64(bytes.count), error.description)
    }
    return 0
}

private func readWidevine(_ bytes: ArraySlice<UInt8>) throws(ParseError) {
    let header = try WidevineHeader(parsing: bytes)
    let written = header.bytes
    let again = try WidevineHeader(parsing: written[...])
    precondition(again == header && again.bytes == written, "\(header)")
}

private func readPlayReady(_ bytes: ArraySlice<UInt8>) throws(ParseError) {
    let object = try PlayReadyObject(parsing: bytes)
    precondition(object.bytes == Array(bytes), "\(object)")
    _ = try object.headers()
}

private func readURI(_ text: String) {
    if let uri = DataURI(parsing: text) {
        precondition(DataURI(parsing: uri.text) == uri, text)
    }
    do throws(KeyURIDocument.Failure) {
        let document = try KeyURIDocument(keyURI: text)
        precondition((document?.keyIDs ?? []) == KeyURIDocument.keyIDs(inKeyURI: text), text)
    } catch .malformed(let error) {
        precondition(error.offset <= UInt64(text.utf8.count), error.description)
    } catch {
        precondition(KeyURIDocument.keyIDs(inKeyURI: text).isEmpty, text)
    }
}
