import LicenseMessages

/// Reads TLLV lists: no input may crash the process, and a list is written back as it was read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTLLVList(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let list = try? TLLVList(reading: bytes.span) else { return 0 }
    precondition(list.serialized == bytes)
    for tllv in list.tllvs where tllv.tag.isKnown {
        precondition((try? list.required(tllv.tag)) == tllv)
    }
    return 0
}
