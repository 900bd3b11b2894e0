import Ciphers
import Glibc

/// A media resource of the benchmark: a file, or a byte range of one.
struct Unit: Sendable {
    /// The file's name in the folders of source and result.
    let file: String
    /// The byte range in the file, aligned to pages so that it can be mapped.
    let range: Range<Int>
    /// The length of the whole file, in bytes.
    let fileLength: Int
    /// The byte range in `Media.clear`.
    let place: Range<Int>
    let vector: InitializationVector
}

/// Random bytes and their ciphertext, in memory and in folders.
struct Media: Sendable {
    /// The length of a media resource in bytes, whole pages: about 6 s of 1080p at 6.7 Mb/s.
    static let unitLength = 1221 * 4096

    let clear: [UInt8]
    /// The expected ciphertext, from `CBCEncryptor`, which no way uses.
    let ciphertext: [UInt8]
    let key: ContentKey
    /// The media resources as files.
    let segments: [Unit]
    /// The same media resources as ranges of one file.
    let ranges: [Unit]

    init(unitCount: Int) throws {
        var bytes = [UInt8](repeating: 0, count: unitCount * Self.unitLength)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        unsafe bytes.withUnsafeMutableBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                unsafe bytes.storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
            }
        }
        let clear = bytes
        self.clear = clear
        key = .random()
        let places = (0..<unitCount).map { $0 * Self.unitLength..<($0 + 1) * Self.unitLength }
        let vectors = places.map { _ in InitializationVector.random() }
        segments = zip(places, vectors).enumerated().map { number, unit in
            Unit(
                file: "segment\(number).ts",
                range: 0..<Self.unitLength,
                fileLength: Self.unitLength,
                place: unit.0,
                vector: unit.1
            )
        }
        ranges = zip(places, vectors).map { place, vector in
            Unit(
                file: "media.ts",
                range: place,
                fileLength: places.count * Self.unitLength,
                place: place,
                vector: vector
            )
        }
        for (place, vector) in zip(places, vectors) {
            var encryptor = try CBCEncryptor(key: key, iv: vector)
            var output = bytes.mutableSpan
            _ = try encryptor.update(
                clear.span.extracting(place),
                into: &output,
                at: place.lowerBound
            )
        }
        ciphertext = bytes
    }

    /// Writes media resources into a folder, and waits for the disk.
    func write(_ units: [Unit], to folder: String) throws {
        try FileCallFailure.check("mkdir") { unsafe mkdir(folder, 0o777) }
        for unit in units {
            let file = try OpenFile(writing: "\(folder)/\(unit.file)")
            try FileCallFailure.check("pwrite") {
                unsafe clear.withUnsafeBytes { bytes in
                    unsafe pwrite(
                        file.descriptor,
                        bytes.baseAddress.map { unsafe $0 + unit.place.lowerBound },
                        unit.place.count,
                        unit.range.lowerBound
                    )
                }
            }
            try FileCallFailure.check("fsync") { fsync(file.descriptor) }
        }
    }

    /// Drops files from the page cache, which has them since they were written.
    func forget(_ units: [Unit], in folder: String) throws {
        for unit in units {
            let file = try OpenFile(reading: "\(folder)/\(unit.file)")
            let code = posix_fadvise(
                file.descriptor,
                unit.range.lowerBound,
                unit.range.count,
                POSIX_FADV_DONTNEED
            )
            guard code == 0 else { throw FileCallFailure("posix_fadvise", code: code) }
        }
    }

    /// Reads files into the page cache.
    func recall(_ units: [Unit], in folder: String) throws {
        let buffer = try Memory(bufferOf: 256 << 10, usesHugePages: false)
        for unit in units {
            let file = try OpenFile(reading: "\(folder)/\(unit.file)")
            for start in stride(from: unit.range.lowerBound, to: unit.range.upperBound, by: buffer.count) {
                try file.read(into: buffer, 0..<min(buffer.count, unit.range.upperBound - start), at: start)
            }
        }
    }

    /// Indicates whether a folder contains the media resources with the expected bytes.
    func equals(_ units: [Unit], in folder: String, encrypted: Bool) throws -> Bool {
        let buffer = try Memory(bufferOf: Self.unitLength, usesHugePages: false)
        for unit in units {
            let file = try OpenFile(reading: "\(folder)/\(unit.file)")
            var status = stat()
            try FileCallFailure.check("fstat") { unsafe fstat(file.descriptor, &status) }
            guard status.st_size == unit.fileLength else { return false }
            try file.read(into: buffer, 0..<unit.range.count, at: unit.range.lowerBound)
            guard buffer.starts(with: encrypted ? ciphertext : clear, unit.place) else { return false }
        }
        return true
    }

    /// Removes a folder of media resources.
    static func remove(_ folder: String, _ units: [Unit]) {
        for file in Set(units.map(\.file)) { unsafe unlink("\(folder)/\(file)") }
        unsafe rmdir(folder)
    }
}
