package import Failures

extension KeyRecordStore {
    /// Returns a warning if the key of a new draft is already stored under another identity, or nil if it is
    /// not.
    ///
    /// - Parameter draft: the key and its identity, under which no key is stored yet.
    /// - Returns: the warning, or nil.
    /// - Throws: `.keyOfOtherLength` or `.exposedKey` for a key that a store would refuse.
    package func duplicateWarning(of draft: KeyDraft) throws(RunFailure) -> String? {
        guard let key = draft.key else { return nil }
        try draft.refuseKeyOfOtherLength { (key) throws(RunFailure) in try keys(withSameKeyAs: key) }
        try draft.refuseExposure { (key) throws(RunFailure) in try keys(withSameKeyAs: key) }
        guard let twin = try keys(withSameKeyAs: key).first(where: { $0.identity != draft.identity }) else {
            return nil
        }
        return "\(draft.identity): the store has the same key for \(twin.identity)"
    }
}
