import Ciphers
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// The key lines that apply together to a segment or an initialization section.
///
/// They give one key in several ways (RFC 8216bis 4.4.4.4).
struct KeysInForce {
    /// The reason why key lines cannot be used, and the line to report.
    ///
    /// If the line is nil, that of the segment or initialization section itself is reported.
    struct Failure: Error {
        let failure: VerificationFailure
        let line: Int?

        init(_ message: String, line: Int?) {
            failure = VerificationFailure(.keyLine, message)
            self.line = line
        }
    }

    /// The method of all key lines.
    let method: EncryptionKey.Method
    /// The key lines that need a record: all except those that `verify` does not check.
    let checkedKeys: [Located<EncryptionKey>]
    /// The line number of the last key line.
    private let line: Int

    /// Checks that key lines can apply together, or returns nil if there are none.
    ///
    /// - Parameters:
    ///   - keys: the key lines, in the order of the playlist.
    ///   - uncheckedLines: the line numbers of the key lines that are not checked.
    /// - Throws: `Failure` if methods or key formats exclude each other, or if no key line can be checked.
    init?(_ keys: [Located<EncryptionKey>], uncheckedLines: Set<Int>) throws(Failure) {
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
        self.checkedKeys = keys.filter { !uncheckedLines.contains($0.line) }
        guard !self.checkedKeys.isEmpty else {
            throw Failure("no key in force can be checked by this version (\(formats))", line: line)
        }
    }

    /// Returns the form of the method of all key lines, or throws if the method is unknown.
    func form() throws(Failure) -> ProtectionMethod.Form {
        guard let form = ProtectionMethod(method)?.form else {
            throw Failure(
                "the method cannot be checked by this version (\(method.name); expected \(ProtectionMethod.playlistNames))",
                line: line
            )
        }
        return form
    }

    /// Returns the one record that all key lines lead to, or throws if there are several.
    func record(among records: [KeyRecord]) throws(Failure) -> KeyRecord {
        let ids = Set(records.map { $0.keyID.uuidString.lowercased() }).sorted()
        guard let record = records.first, ids.count == 1 else {
            throw Failure(
                "several keys are in force (\(ids.joined(separator: ", ")); expected one)",
                line: line
            )
        }
        return record
    }

    /// Returns the IV at which each sample of a transport stream or packed audio starts.
    ///
    /// For identity keys it is the attribute, or else the media sequence number. With other key systems it
    /// comes with the key (RFC 8216bis 4.4.4.4 and 5.2).
    ///
    /// - Parameters:
    ///   - record: the record of the key.
    ///   - mediaSequence: the media sequence number of the segment.
    /// - Returns: the IV on which all key lines agree.
    /// - Throws: `Failure` if key lines have different IVs, or one that is not the record's.
    func sampleIV(of record: KeyRecord, mediaSequence: UInt64) throws(Failure) -> InitializationVector {
        var iv: InitializationVector?
        for key in checkedKeys {
            let ivAttribute = try Self.ivAttribute(of: key)
            let lineIV: InitializationVector
            if key.value.system == .identity {
                lineIV = ivAttribute ?? InitializationVector(mediaSequence: mediaSequence)
            } else {
                guard ivAttribute == nil || ivAttribute == record.iv else {
                    throw Failure(
                        "the IV is not that of the key record, which \(key.value.system.title) delivers",
                        line: key.line
                    )
                }
                lineIV = record.iv
            }
            guard iv == nil || iv == lineIV else {
                throw Failure(
                    "the IV of the identity key is not the one that FairPlay delivers: both have to decrypt the same media",
                    line: checkedKeys.first { $0.value.system == .identity }?.line
                )
            }
            iv = lineIV
        }
        return iv ?? record.iv
    }

    /// Checks that the IVs over fMP4 fragments are the record's, which initialization sections have too.
    ///
    /// An identity key line without an IV implies the media sequence number (RFC 8216bis 5.2), for players
    /// that ignore the IV of the initialization section.
    func checkFragmentIV(of record: KeyRecord, mediaSequence: UInt64) throws(Failure) {
        // RFC 8216bis 4.4.4.4 excludes the attribute with SAMPLE-AES-CTR, which the linter reports.
        guard method == .sampleAES else { return }
        for key in checkedKeys {
            let ivAttribute = try Self.ivAttribute(of: key)
            let isImplied = ivAttribute == nil && key.value.system == .identity
            let lineIV = isImplied ? InitializationVector(mediaSequence: mediaSequence) : ivAttribute
            guard let lineIV, lineIV != record.iv else { continue }
            let what =
                isImplied ? "the IV, which is the media sequence number as the key line has none," : "the IV"
            throw Failure(what + " is not that of the key record", line: key.line)
        }
    }

    /// Returns the IV of a whole segment, or nil if the key line has none.
    func ivAttribute() throws(Failure) -> InitializationVector? {
        guard let key = checkedKeys.first else { return nil }
        return try Self.ivAttribute(of: key)
    }

    private static func ivAttribute(of key: Located<EncryptionKey>) throws(Failure) -> InitializationVector? {
        guard let bytes = key.value.iv else { return nil }
        do throws(CipherError) {
            return try InitializationVector(bytes: bytes)
        } catch {
            throw Failure("\(error)", line: key.line)
        }
    }
}
