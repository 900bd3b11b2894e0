import LicenseMessages

/// Lists of TLLVs of strangers: no input ends the process, and what is read is written as it was.
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
