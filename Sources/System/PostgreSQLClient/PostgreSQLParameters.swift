/// Parameters as libpq takes them: pointers into one buffer, lengths, and formats (all binary).
@safe
struct PostgreSQLParameters: ~Copyable {
    let types: [UInt32]
    let values: [UnsafePointer<CChar>?]
    let lengths: [Int32]
    let formats: [Int32]
    private let storage: UnsafeMutableBufferPointer<CChar>

    init(_ parameters: [PostgreSQLValue]) {
        let wireValues = parameters.map(\.wireBytes)
        // An empty parameter needs a pointer, too, because a null pointer means NULL.
        let storage = UnsafeMutableBufferPointer<CChar>.allocate(
            capacity: wireValues.reduce(1) { $0 + ($1?.count ?? 0) }
        )
        var values: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for bytes in wireValues {
            guard let bytes, let start = storage.baseAddress else {
                unsafe values.append(nil)
                continue
            }
            unsafe values.append(UnsafePointer(start + offset))
            for byte in bytes {
                unsafe storage.initializeElement(at: offset, to: CChar(bitPattern: byte))
                offset += 1
            }
        }
        types = parameters.map(\.typeID)
        lengths = wireValues.map { Int32($0?.count ?? 0) }
        formats = wireValues.map { _ in 1 }
        unsafe self.values = unsafe values
        unsafe self.storage = unsafe storage
    }

    deinit {
        unsafe storage.deallocate()
    }
}
