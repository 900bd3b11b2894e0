/// A byte range that a client requests (RFC 9110 section 14.1.2).
struct RequestedRange: Hashable {
    let offset: UInt64
    let count: UInt64

    /// The meaning of a `Range` field.
    enum Request: Hashable {
        /// The whole file: there is no field, or it is ignored (several ranges, another range unit, invalid
        /// syntax).
        case whole
        case part(RequestedRange)
        /// No byte of the file is in the range.
        case unsatisfiable
    }

    /// Parses a field.
    ///
    /// - Parameters:
    ///   - field: the value of `Range`, or nil for none.
    ///   - size: the size of the file, in bytes.
    /// - Returns: the bytes to send.
    static func request(_ field: String?, size: UInt64) -> Request {
        guard let field, field.prefix(6).lowercased() == "bytes=" else { return .whole }
        let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .whole }
        let (first, last) = (number(parts[0]), number(parts[1]))
        if parts[0].isEmpty {
            guard let last else { return .whole }
            guard last > 0, size > 0 else { return .unsatisfiable }
            let count = min(last, size)
            return .part(RequestedRange(offset: size - count, count: count))
        }
        guard let first, parts[1].isEmpty || last != nil else { return .whole }
        if let last, last < first { return .whole }
        guard first < size else { return .unsatisfiable }
        let end = min(last ?? size - 1, size - 1)
        return .part(RequestedRange(offset: first, count: end - first + 1))
    }

    private static func number(_ digits: Substring) -> UInt64? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // A number that overflows is beyond the end of any file.
        return UInt64(digits) ?? .max
    }
}
