import Ciphers
import ElementaryStreams
import SampleEncryption

/// Encrypts the NAL units of an H.264 byte stream with SAMPLE-AES, and checks that decryption restores it.
///
/// Also decrypts the stream as if it were encrypted, compares the NAL units with those of a byte-by-byte
/// search, and checks that encryption neither adds nor removes start codes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNALUnits(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let stream = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let units = scan(stream)
    do throws(CipherError) {
        let encrypted = try encrypt(stream, units)
        let received = scan(encrypted)
        precondition(received.count == units.count, "encryption changed start codes")
        for (unit, clear) in zip(received, units) {
            precondition(unit.range.count >= clear.range.count, "a unit lost bytes")
        }
        let decrypted = try decrypt(encrypted, received)
        precondition(decrypted == stream, "decryption gives another stream")
        _ = try decrypt(stream, units)
    } catch {
        preconditionFailure(error.description)
    }
    return 0
}

private func makeKey() throws(CipherError) -> SampleAESKey {
    let key = try ContentKey(copying: [UInt8](repeating: 0x5A, count: 16))
    return SampleAESKey(key: key, iv: InitializationVector(mediaSequence: 1))
}

/// Returns the NAL units, and checks them against a byte-by-byte search.
private func scan(_ stream: [UInt8]) -> [AnnexBNALUnit] {
    var units: [AnnexBNALUnit] = []
    let first = AnnexBScanner.scan(stream.span, into: &units)
    let codes = stream.indices.dropLast(2).filter {
        stream[$0] == 0 && stream[$0 + 1] == 0 && stream[$0 + 2] == 1
    }
    precondition(units.count == codes.count, "another number of units")
    let zeroByte = codes.first.map { $0 > 0 && stream[$0 - 1] == 0 ? 1 : 0 } ?? 0
    precondition(first == (codes.first ?? stream.count) - zeroByte, "another first start code")
    for (index, unit) in units.enumerated() {
        let limit = index + 1 < codes.count ? codes[index + 1] : stream.count
        precondition(unit.range.lowerBound == codes[index] + 3 && unit.range.upperBound <= limit)
        precondition(stream[unit.range.upperBound..<limit].allSatisfy { $0 == 0 }, "a unit was cut short")
        precondition(unit.range.isEmpty || stream[unit.range.upperBound - 1] != 0, "a unit ends in 0")
        let pairs = unit.range.dropLast().contains { stream[$0] == 0 && stream[$0 + 1] == 0 }
        precondition(unit.hasZeroPair == pairs, "zero pairs were overlooked or made up")
    }
    return units
}

private func encrypt(_ stream: [UInt8], _ units: [AnnexBNALUnit]) throws(CipherError) -> [UInt8] {
    var cipher = try AVCSampleCipher(.encrypt, key: try makeKey())
    var encrypted = stream
    var insertions: [Int] = []
    var span = encrypted.mutableSpan
    for unit in units { try cipher.encrypt(unit, in: &span, insertions: &insertions) }
    var result: [UInt8] = []
    var position = 0
    for insertion in insertions {
        precondition(insertion > position, "insertions are not in order")
        result += encrypted[position..<insertion] + [3]
        position = insertion
    }
    return result + encrypted[position...]
}

private func decrypt(_ stream: [UInt8], _ units: [AnnexBNALUnit]) throws(CipherError) -> [UInt8] {
    var cipher = try AVCSampleCipher(.decrypt, key: try makeKey())
    var decrypted = stream
    var sizes: [Int] = []
    var span = decrypted.mutableSpan
    for unit in units {
        let size = try cipher.decrypt(unit, in: &span)
        precondition((0...unit.range.count).contains(size), "a unit of \(size) bytes")
        sizes.append(size)
    }
    var result: [UInt8] = []
    var position = 0
    for (unit, size) in zip(units, sizes) {
        result += decrypted[position..<unit.range.lowerBound + size]
        position = unit.range.upperBound
    }
    return result + decrypted[position...]
}
