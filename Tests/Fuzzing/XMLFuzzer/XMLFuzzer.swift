import XMLDocuments

/// Reads XML: no input may crash the process, and a document that was read reads back equal once written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    guard let document = try? XMLDocument(reading: bytes.span) else { return 0 }
    let form = CanonicalXML(.inclusive11, keepsComments: true)
    // nil if a namespace has a relative URI; then it is nil for the written document, too.
    let canonical = try? form.withBytes(of: document) { bytes in bytes.indices.map { bytes[$0] } }
    let written = document.withBytes(indents: false) { bytes in WrittenBytes(bytes) }.bytes
    guard let again = try? XMLDocument(reading: written.span) else {
        preconditionFailure("what was written cannot be read")
    }
    precondition((try? form.withBytes(of: again) { bytes in bytes.indices.map { bytes[$0] } }) == canonical)
    for element in document.root.descendants {
        precondition(element.line > 0 && !element.name.isEmpty)
        for name in element.attributeNames { precondition(element.attribute(name) != nil) }
        for version in [CanonicalXML.Version.inclusive10, .inclusive11, .exclusive] {
            _ = try? CanonicalXML(version).withBytes(of: document, only: element) { $0.count }
            _ = try? CanonicalXML(version).withBytes(of: document, except: element) { $0.count }
        }
    }
    return 0
}

/// A copy of bytes that are only borrowed.
private struct WrittenBytes {
    let bytes: [UInt8]

    init(_ span: Span<UInt8>) {
        bytes = span.indices.map { span[$0] }
    }
}
