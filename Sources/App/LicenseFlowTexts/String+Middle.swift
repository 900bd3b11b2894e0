extension String {
    /// Returns the text, with an ellipsis in place of its middle if it is too long, because both ends
    /// identify it.
    ///
    /// - Parameter width: the maximum number of characters, at least 3.
    /// - Returns: at most `width` characters.
    func cutInTheMiddle(to width: Int) -> String {
        guard count > width else { return self }
        let start = (width - 1) / 2
        return prefix(start) + "…" + suffix(width - 1 - start)
    }
}
