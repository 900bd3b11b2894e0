import Ciphers
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// The key lines that are in force together over a segment or section: they give one key in several ways
/// (RFC 8216bis 4.4.4.4).
struct KeysInForce {
    /// Why they do not, and where: nil is the segment or section itself.
    struct Failure: Error {
        let failure: TargetFailure
        let line: Int?

        init(_ message: String, line: Int?) {
            failure = TargetFailure(.keyLine, message)
            self.line = line
        }
    }

    /// The method of all of them.
    let method: EncryptionKey.Method
    /// Those that a record has to be found for.
    let keys: [Located<EncryptionKey>]
    /// The line that came last.
    private let line: Int

    /// - Parameters:
    ///   - keys: as they stand in the playlist; nil is the result when there is none.
    ///   - foreign: the lines of those that are not looked at.
    /// - Throws: when they are of several methods, or none of them is of a system that can be checked.
    init?(_ keys: [Located<EncryptionKey>], foreign: Set<Int>) throws(Failure) {
        guard let last = keys.last else { return nil }
        line = last.line
        method = last.method
        let methods = Set(keys.map(\.method.name))
        guard methods.count == 1 else {
            let names = methods.sorted().joined(separator: ", ")
            throw Failure("keys of several methods are in force (\(names); expected one)", line: line)
        }
        let formats = keys.map(\.value.keyFormat).joined(separator: ", ")
        guard ProtectionMethod(method)?.encryptsSamples == true || keys.count == 1 else {
            throw Failure("keys of several formats are in force (\(formats); expected one)", line: nil)
        }
        self.keys = keys.filter { !foreign.contains($0.line) }
        guard !self.keys.isEmpty else {
            throw Failure("no key in force can be checked by this version (\(formats))", line: line)
        }
    }

    /// The one record that all of them lead to.
    func record(among records: [KeyRecord]) throws(Failure) -> KeyRecord {
        let ids = Set(records.map { $0.keyID.uuidString.lowercased() }).sorted()
        guard let record = records.first, ids.count == 1 else {
            throw Failure(
                "the keys in force are several (\(ids.joined(separator: ", ")); expected one)",
                line: line
            )
        }
        return record
    }

    /// The IV at which samples of transport streams and packed audio start (RFC 8216bis 4.4.4.4 and 5.2): that of
    /// identity is the attribute or else the media sequence number, with other systems it comes with the key.
    ///
    /// - Parameters:
    ///   - record: the record of the key.
    ///   - mediaSequence: the number of the segment.
    /// - Returns: the IV.
    /// - Throws: when there are two.
    func sampleVector(of record: KeyRecord, mediaSequence: UInt64) throws(Failure) -> InitializationVector {
        var vector: InitializationVector?
        for key in keys {
            let written = try Self.written(key)
            let own: InitializationVector
            if key.value.system == .identity {
                own = written ?? InitializationVector(mediaSequence: mediaSequence)
            } else {
                guard written == nil || written == record.iv else {
                    throw Failure(
                        "the IV is not the record's, which \(key.value.system.title) delivers",
                        line: key.line
                    )
                }
                own = record.iv
            }
            guard vector == nil || vector == own else {
                throw Failure(
                    "the IV of the identity key is not the one that FairPlay delivers: both decrypt the same media",
                    line: keys.first { $0.value.system == .identity }?.line
                )
            }
            vector = own
        }
        return vector ?? record.iv
    }

    /// Checks that IVs over fragments of fMP4 are the record's; initialization sections have it, too.
    ///
    /// That of an identity key that is not written is the media sequence number (RFC 8216bis 5.2), as players take it that do not
    /// look for it in the section.
    func checkFragmentVector(of record: KeyRecord, mediaSequence: UInt64) throws(Failure) {
        // RFC 8216bis 4.4.4.4 excludes the attribute with SAMPLE-AES-CTR, which the linter says.
        guard method == .sampleAES else { return }
        for key in keys {
            let written = try Self.written(key)
            let isImplied = written == nil && key.value.system == .identity
            let own = isImplied ? InitializationVector(mediaSequence: mediaSequence) : written
            guard let own, own != record.iv else { continue }
            let what =
                isImplied ? "the IV, which is the media sequence number where none is written," : "the IV"
            throw Failure(what + " is not the record's", line: key.line)
        }
    }

    /// The IV of a whole segment; nil when none is written.
    func writtenVector() throws(Failure) -> InitializationVector? {
        guard let key = keys.first else { return nil }
        return try Self.written(key)
    }

    private static func written(_ key: Located<EncryptionKey>) throws(Failure) -> InitializationVector? {
        guard let bytes = key.value.iv else { return nil }
        do throws(CipherError) {
            return try InitializationVector(bytes: bytes)
        } catch {
            throw Failure("\(error)", line: key.line)
        }
    }
}
