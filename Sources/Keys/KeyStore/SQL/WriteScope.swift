import Ciphers
import FoundationEssentials
import ProtectionTerms

/// The writers that a transaction excludes; the readers of a store never wait.
///
/// A database of which only one transaction can write at a time excludes all of them anyway.
enum WriteScope {
    /// Nobody, since rows are only appended, and none of them depends on others.
    case nobody
    /// The writers that name one of these, too.
    case writers(of: Set<StoreObject>)
    /// All writers.
    case everybody
}

/// An object of a store about which writers decide by what is stored, so that they have to take turns.
enum StoreObject: Hashable {
    /// The keys of a title.
    case title(ContentID)
    /// The state, policies, uses and signalling of a key.
    case key(UUID)
    /// The keys with these bytes, by their tag.
    case keyBytes(tag: [UInt8])
    /// The deliveries to a license server and their confirmations.
    case licenseServer(String)
    /// The manifest of a run.
    case run(String)

    /// The number of locks that all objects share; a transaction with many objects needs no more of them.
    static let lockCount: Int64 = 1024

    /// The number of the lock, from 0 to ``lockCount`` - 1.
    var lock: Int64 {
        var fields = LengthPrefixedFields()
        switch self {
        case .title(let contentID): fields.append("title"); fields.append(contentID.value)
        case .key(let keyID): fields.append("key"); fields.append(keyID)
        case .keyBytes(let tag): fields.append("key bytes"); fields.append(tag)
        case .licenseServer(let name): fields.append("license server"); fields.append(name)
        case .run(let name): fields.append("run"); fields.append(name)
        }
        let digest = SHA256.digest(of: fields.bytes)
        return (Int64(digest[0]) << 8 | Int64(digest[1])) % Self.lockCount
    }
}
