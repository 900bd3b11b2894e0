import LicenseFlows

/// Reads bodies of license requests and answers in all forms: no input may crash the process.
///
/// The first byte selects the form. A body written for a message has to read back as the same message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLicenseForm(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let forms = LicenseRequestForm.allCases
    let form = forms[Int(first) % forms.count]
    let body = Array(bytes.dropFirst())
    if let spc = form.spc(in: body) {
        let again = form.body(of: spc, uri: "skd://x", assetID: [0x78, 0x25])
        precondition(form.spc(in: again) == spc)
    }
    if let ckc = form.ckc(in: body) {
        precondition(form.ckc(in: form.body(of: ckc)) == ckc)
    }
    return 0
}
