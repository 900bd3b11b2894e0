import Ciphers
import Glibc

/// A media resource of the benchmark: a file, or a byte range of one.
struct MediaResource: Sendable {
    /// The file's name in the folders of source and result.
    let file: String
    /// The byte range in the file, aligned to pages so that it can be mapped.
    let range: Range<Int>
    /// The length of the whole file, in bytes.
    let fileLength: Int
    /// The byte range in `Media.clear`.
    let clearRange: Range<Int>
    let iv: InitializationVector
}

/// Random bytes and their ciphertext, in memory and in folders.
struct Media: Sendable {
    /// The length of a media resource in bytes, whole pages: about 6 s of 1080p at 6.7 Mb/s.
    static let resourceLength = 1221 * 4096

    let clear: [UInt8]
    /// The expected ciphertext, from `CBCEncryptor`, which no way uses.
    let ciphertext: [UInt8]
    let key: ContentKey
    /// The media resources as files.
    let segments: [MediaResource]
    /// The same media resources as ranges of one file.
    let ranges: [MediaResource]

    init(resourceCount: Int) throws {
        var bytes = [UInt8](repeating: 0, count: resourceCount * Self.resourceLength)
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
        let clearRanges = (0..<resourceCount).map {
            $0 * Self.resourceLength..<($0 + 1) * Self.resourceLength
        }
        let ivs = clearRanges.map { _ in InitializationVector.random() }
        segments = zip(clearRanges, ivs).enumerated().map { number, rangeAndIV in
            MediaResource(
                file: "segment\(number).ts",
                range: 0..<Self.resourceLength,
                fileLength: Self.resourceLength,
                clearRange: rangeAndIV.0,
                iv: rangeAndIV.1
            )
        }
        ranges = zip(clearRanges, ivs).map { clearRange, iv in
            MediaResource(
                file: "media.ts",
                range: clearRange,
                fileLength: clearRanges.count * Self.resourceLength,
                clearRange: clearRange,
                iv: iv
            )
        }
        for (clearRange, iv) in zip(clearRanges, ivs) {
            var encryptor = try CBCEncryptor(key: key, iv: iv)
            var output = bytes.mutableSpan
            _ = try encryptor.update(
                clear.span.extracting(clearRange),
                into: &output,
                at: clearRange.lowerBound
            )
        }
        ciphertext = bytes
    }

    /// Writes media resources into a folder, and waits for the disk.
    func write(_ resources: [MediaResource], to folder: String) throws {
        try FileCallFailure.check("mkdir") { unsafe mkdir(folder, 0o777) }
        for resource in resources {
            let file = try OpenFile(writing: "\(folder)/\(resource.file)")
            try FileCallFailure.check("pwrite") {
                unsafe clear.withUnsafeBytes { bytes in
                    unsafe pwrite(
                        file.descriptor,
                        bytes.baseAddress.map { unsafe $0 + resource.clearRange.lowerBound },
                        resource.clearRange.count,
                        resource.range.lowerBound
                    )
                }
            }
            try FileCallFailure.check("fsync") { fsync(file.descriptor) }
        }
    }

    /// Drops files from the page cache, which has them since they were written.
    func forget(_ resources: [MediaResource], in folder: String) throws {
        for resource in resources {
            let file = try OpenFile(reading: "\(folder)/\(resource.file)")
            let code = posix_fadvise(
                file.descriptor,
                resource.range.lowerBound,
                resource.range.count,
                POSIX_FADV_DONTNEED
            )
            guard code == 0 else { throw FileCallFailure("posix_fadvise", code: code) }
        }
    }

    /// Reads files into the page cache.
    func recall(_ resources: [MediaResource], in folder: String) throws {
        let buffer = try Memory(bufferOf: 256 << 10, usesHugePages: false)
        for resource in resources {
            let file = try OpenFile(reading: "\(folder)/\(resource.file)")
            for start in stride(
                from: resource.range.lowerBound,
                to: resource.range.upperBound,
                by: buffer.count
            ) {
                try file.read(
                    into: buffer,
                    0..<min(buffer.count, resource.range.upperBound - start),
                    at: start
                )
            }
        }
    }

    /// Indicates whether a folder contains the media resources with the expected bytes.
    func equals(_ resources: [MediaResource], in folder: String, encrypted: Bool) throws -> Bool {
        let buffer = try Memory(bufferOf: Self.resourceLength, usesHugePages: false)
        for resource in resources {
            let file = try OpenFile(reading: "\(folder)/\(resource.file)")
            var status = stat()
            try FileCallFailure.check("fstat") { unsafe fstat(file.descriptor, &status) }
            guard status.st_size == resource.fileLength else { return false }
            try file.read(into: buffer, 0..<resource.range.count, at: resource.range.lowerBound)
            guard buffer.starts(with: encrypted ? ciphertext : clear, resource.clearRange) else {
                return false
            }
        }
        return true
    }

    /// Removes a folder of media resources.
    static func remove(_ folder: String, _ resources: [MediaResource]) {
        for file in Set(resources.map(\.file)) { unsafe unlink("\(folder)/\(file)") }
        unsafe rmdir(folder)
    }
}
