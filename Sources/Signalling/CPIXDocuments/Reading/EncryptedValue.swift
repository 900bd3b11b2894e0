import XMLDocuments

/// A value encrypted with XML Encryption.
struct EncryptedValue {
    let bytes: [UInt8]

    /// Reads an element that contains `xenc:EncryptionMethod` and `xenc:CipherData`.
    ///
    /// Throws if the algorithm is not `algorithm`.
    init(in element: XMLElement, algorithm: String) throws(CPIXError) {
        guard let method = try element.onlyChild("EncryptionMethod", in: [Namespace.xenc]) else {
            throw element.failure("no EncryptionMethod")
        }
        try Self.check(method, algorithm)
        guard let data = try element.onlyChild("CipherData", in: [Namespace.xenc]),
            let value = try data.onlyChild("CipherValue", in: [Namespace.xenc])
        else { throw element.failure("no CipherValue") }
        bytes = try value.bytes()
    }

    private static func check(_ method: XMLElement, _ expected: String) throws(CPIXError) {
        let algorithm = try method.required("Algorithm")
        // CPIX does not use the parameters of RSA-OAEP, except for the default digest SHA-1.
        let digest = method.child("DigestMethod", in: Namespace.ds)?.attribute("Algorithm")
        let parameterNames = method.children.filter { $0.name == "MGF" || $0.name == "OAEPparams" }.map(
            \.name
        )
        let algorithmNames =
            [algorithm] + (digest == Algorithm.sha1 ? [] : [digest].compactMap(\.self)) + parameterNames
        guard algorithmNames == [expected] else {
            throw .unsupported(
                line: method.line,
                element: method.name,
                algorithm: algorithmNames.joined(separator: " with ")
            )
        }
    }
}
