import KeyStore

/// Reads the lines of a backup; no input may crash the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBackup(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    _ = try? StoreBackup.check(contents: bytes, of: "backup")
    return 0
}
