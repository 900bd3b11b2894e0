extension String {
    /// Indicates whether the UTF-8 is the same.
    ///
    /// Key URIs are opaque. For `==` an accented letter equals the letter with a combining accent, but to a
    /// key server these are different bytes.
    func hasSameBytes(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
