import Ciphers
import Failures
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

extension VerificationItemBuilder {
    /// Checks a key line on its own.
    mutating func checkKeyLine(
        _ key: Located<EncryptionKey>
    ) throws(RunFailure) {
        guard try !resolver.isUnchecked(key.value) else {
            let message = "the key line of \(key.value.system.title) is not checked"
            report(VerificationFailure(.notChecked, message), line: key.line, severity: .warning)
            return
        }
        if let warning = KeyLineCheck.warning(of: key.value) {
            report(VerificationFailure(.keyLine, warning), line: key.line, severity: .warning)
        }
        _ = try record(of: key)
    }

    /// Returns the protection by the keys in force, or reports a finding and returns nil if it is unknown.
    mutating func protection(
        _ keys: [Located<EncryptionKey>],
        line: Int,
        _ make: (KeysInForce, KeyRecord) throws(KeysInForce.Failure) -> VerificationItem.Protection
    ) throws(RunFailure) -> VerificationItem.Protection? {
        var uncheckedLines: Set<Int> = []
        for key in keys where try resolver.isUnchecked(key.value) { uncheckedLines.insert(key.line) }
        let keysInForce: KeysInForce?
        do {
            keysInForce = try KeysInForce(keys, uncheckedLines: uncheckedLines)
        } catch {
            report(error.failure, line: error.line ?? line)
            return nil
        }
        guard let keysInForce else { return .clear }
        var records: [KeyRecord] = []
        for key in keysInForce.checkedKeys {
            guard let record = try record(of: key) else { return nil }
            records.append(record)
            if !result.records.contains(where: { $0.keyID == record.keyID }) { result.records.append(record) }
        }
        let record: KeyRecord
        let protection: VerificationItem.Protection
        do {
            record = try keysInForce.record(among: records)
            protection = try make(keysInForce, record)
        } catch {
            report(error.failure, line: error.line ?? line)
            return nil
        }
        for key in keys {
            guard let fault = try resolver.fault(ofDocumentIn: key.value, record: record) else { continue }
            report(VerificationFailure(.keyLine, fault), line: key.line)
        }
        return protection
    }

    /// Returns the protection of a segment.
    static func protection(
        of segment: MediaSegment,
        isIFrame: Bool,
        isFragmented: Bool,
        _ keysInForce: KeysInForce,
        _ record: KeyRecord
    ) throws(KeysInForce.Failure) -> VerificationItem.Protection {
        switch try keysInForce.form() {
        case .samples(.cbcs) where !isFragmented:
            let iv = try keysInForce.sampleIV(of: record, mediaSequence: segment.mediaSequence)
            return .sampleAES(record, iv)
        case .samples(let scheme):
            try keysInForce.checkFragmentIV(of: record, mediaSequence: segment.mediaSequence)
            return .commonEncryption(record, scheme)
        case .authenticatedSegments: return .gcmSegment(record)
        case .paddedSegments:
            let iv = try keysInForce.ivAttribute() ?? .init(mediaSequence: segment.mediaSequence)
            // Without a byte range the client reads the whole file, padding included.
            return isIFrame && segment.byteRange != nil ? .iFrame(record, iv) : .wholeSegment(record, iv)
        }
    }

    /// Returns the protection of the initialization section that an `EXT-X-MAP` names.
    ///
    /// SAMPLE-AES leaves its bytes clear, but its program map says what is encrypted. An fMP4 initialization
    /// section is checked by how segments use it (`InitializationSectionUse`).
    static func protectionOfSection(
        _ keysInForce: KeysInForce,
        _ record: KeyRecord
    ) throws(KeysInForce.Failure) -> VerificationItem.Protection {
        switch try keysInForce.form() {
        case .samples: return .sampleAES(record, record.iv)
        case .authenticatedSegments: return .gcmSegment(record)
        case .paddedSegments:
            guard let iv = try keysInForce.ivAttribute() else {
                throw KeysInForce.Failure(
                    "an EXT-X-KEY that applies to an EXT-X-MAP has no IV, and an EXT-X-MAP has no media sequence number",
                    line: keysInForce.checkedKeys.first?.line
                )
            }
            return .wholeSegment(record, iv)
        }
    }

    /// Returns the record of a key line, or reports a finding and returns nil if none can be used.
    private mutating func record(
        of key: Located<EncryptionKey>
    ) throws(RunFailure) -> KeyRecord? {
        // A document that cannot be read names no key.
        if let fault = KeyDocumentCheck.fault(ofDocumentIn: key.value), try !resolver.isSignalled(key.value) {
            report(VerificationFailure(.keyLine, fault), line: key.line)
            return nil
        }
        if let fault = KeyLineCheck.fault(of: key.value, isUnchecked: try resolver.isUnchecked(key.value)) {
            report(VerificationFailure(.keyLine, fault), line: key.line)
            return nil
        }
        switch try resolver.record(for: key.value) {
        case .success(let record):
            if let fault = KeyLengthCheck.fault(of: key.value, record: record) {
                report(VerificationFailure(.keyLine, fault), line: key.line)
                return nil
            }
            if let fault = KeyDocumentCheck.fault(of: key.value, record: record) {
                report(VerificationFailure(.keyLine, fault), line: key.line)
            }
            return record
        case .failure(let failure):
            report(failure, line: key.line)
            return nil
        }
    }
}
