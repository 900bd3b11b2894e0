import Ciphers
import TextFormats
import WipedMemory

extension LicenseRequest {
    /// Decrypts the answer and makes all the checks of it that a device makes.
    ///
    /// - Parameter ckc: the CKC as bytes, already decoded from base64 or JSON.
    /// - Returns: the content key, its IV and the terms of use.
    /// - Throws: ``LicenseAnswerError`` of the first check that fails.
    package func decrypt(ckc: [UInt8]) throws(LicenseAnswerError) -> OpenedLicense {
        let container = try CKCContainer(reading: ckc)
        let (list, hasR1) = try payload(of: container)
        let r1Length = ClientSession.r1ByteCount
        guard try value(.r1, in: list, lengths: r1Length...r1Length) != nil else { throw .noR1 }
        guard hasR1 else { throw .wrongR1 }
        for tllv in tllvsToReturn {
            guard let returnedTLLV = list.first(tllv.tag) else { throw .missingReturned(tllv.tag) }
            guard returnedTLLV.value == tllv.value else { throw .changedReturned(tllv.tag) }
        }
        guard let keyValue = try value(.contentKey, in: list, lengths: 32...32) else { throw .noContentKey }
        return try license(keyValue, list)
    }

    private func license(_ keyValue: [UInt8], _ list: TLLVList) throws(LicenseAnswerError) -> OpenedLicense {
        let durationLength = KeyDuration.byteCount
        let duration = try value(.keyDuration, in: list, lengths: durationLength...durationLength)
        let hdcp = try value(.hdcp, in: list, lengths: HDCPRequirement.byteCount...Int.max)
        let offline = try value(.offlineKey, in: list, lengths: OfflineKeyTerms.byteCounts)
        let terms = offline.flatMap { OfflineKeyTerms(value: $0) }
        if let offline, terms == nil {
            throw .wrongLength(
                .parsing(
                    .offlineKey,
                    offset: list.offset(of: .offlineKey),
                    found:
                        "\(LicenseTag.offlineKey.name) of version 2 of \(CountText.text(offline.count, "byte"))",
                    expected: "\(OfflineKeyTerms.byteCounts.upperBound)"
                )
            )
        }
        do throws(CipherError) {
            return OpenedLicense(
                key: try ContentKey(
                    AES128Block.decrypt(keyValue.span.extracting(16...), key: session.sessionKey)
                ),
                iv: try InitializationVector(bytes: Array(keyValue[..<16])),
                duration: duration.map { KeyDuration(value: $0) },
                hdcp: hdcp.map { HDCPRequirement(rawValue: UInt64(bigEndianBytes: $0.prefix(8))) },
                offline: terms,
                blocks: list.tllvs.map { OpenedLicense.Block(tag: $0.tag, length: $0.value.count) }
            )
        } catch {
            throw .cipher(error)
        }
    }

    /// Decrypts the payload; returns its TLLVs with R1 zeroed, and whether R1 equals that of the request.
    private func payload(
        of container: CKCContainer
    ) throws(LicenseAnswerError) -> (list: TLLVList, hasR1: Bool) {
        let clear: SecretBytes
        do throws(CipherError) {
            clear = try AES128CBC.decrypt(
                container.payload.span,
                key: session.answerKey(),
                iv: container.iv
            )
        } catch {
            throw .cipher(error)
        }
        do throws(LicenseMessageError) {
            return try clear.withSpan { (clear) throws(LicenseMessageError) in
                let start = CKCContainer.payloadOffset
                let list = try TLLVList(reading: clear, at: start, leavingOut: .r1)
                guard let r1Range = list.valueRange(of: .r1) else { return (list, false) }
                let r1 = clear.extracting(r1Range.lowerBound - start..<r1Range.upperBound - start)
                return (list, session.hasR1(r1))
            }
        } catch {
            guard error.status == .duplicateTag, let tag = error.tag else { throw .unreadable(error) }
            throw .duplicate(tag)
        }
    }

    private func value(
        _ tag: LicenseTag,
        in list: TLLVList,
        lengths: ClosedRange<Int>
    ) throws(LicenseAnswerError) -> [UInt8]? {
        do throws(LicenseMessageError) {
            return try list.optional(tag, lengths: lengths)
        } catch {
            throw .wrongLength(error)
        }
    }
}
