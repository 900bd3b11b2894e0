import Ciphers
import SampleEncryption
import Testing

/// A simple independent reader that finds and decrypts the samples of protected fragments.
///
/// It follows ISO/IEC 14496-12 and 23001-7 step by step, and handles only well-formed segments.
struct PlainFragmentReader {
    struct Sample {
        let track: Int
        let offset: Int
        let iv: [UInt8]
        /// The sizes of clear and protected parts, or nil if `senc` has no subsamples for the sample.
        let parts: [(clear: Int, protected: Int)]?
        var bytes: [UInt8]
    }

    struct PlainBox {
        let type: String
        let start: Int
        let body: Range<Int>
    }

    private let bytes: [UInt8]
    /// The track of each track fragment, and its sample_description_index (default 1).
    private(set) var fragments: [(track: Int, descriptionIndex: Int)] = []
    private(set) var samples: [Sample] = []
    /// The bodies of all `sgpd` and `sbgp` boxes of type `seig`.
    private(set) var groups: [[UInt8]] = []

    init(_ bytes: [UInt8], vectorSize: Int) {
        self.bytes = bytes
        for box in boxes(0..<bytes.count) where box.type == "moof" {
            for child in boxes(box.body) where child.type == "traf" {
                read(boxes(child.body), movieFragment: box.start, vectorSize: vectorSize)
            }
        }
        samples.sort { ($0.offset, $0.bytes.count) < ($1.offset, $1.bytes.count) }
    }

    private func number(_ offset: Int, _ size: Int) -> Int {
        bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
    }

    private func boxes(_ range: Range<Int>) -> [PlainBox] {
        var boxes: [PlainBox] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let isLarge = number(position, 4) == 1
            let size = isLarge ? number(position + 8, 8) : number(position, 4)
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            let body = position + (isLarge ? 16 : 8)..<position + size
            boxes.append(PlainBox(type: type, start: position, body: body))
            position += size
        }
        return boxes
    }

    private mutating func read(_ boxes: [PlainBox], movieFragment: Int, vectorSize: Int) {
        guard let header = boxes.first(where: { $0.type == "tfhd" })?.body.lowerBound else { return }
        let flags = number(header, 4)
        #expect(flags & 0x02_0001 == 0x02_0000, "data offsets count from the moof")
        let track = number(header + 4, 4)
        fragments.append((track, flags & 0x02 != 0 ? number(header + 8, 4) : 1))
        var field = header + 8 + (flags & 0x02 != 0 ? 4 : 0) + (flags & 0x08 != 0 ? 4 : 0)
        let defaultSize = flags & 0x10 != 0 ? number(field, 4) : 99
        field += 4
        var found: [(offset: Int, size: Int)] = []
        var position = movieFragment
        for run in boxes where run.type == "trun" {
            let flags = number(run.body.lowerBound, 4)
            var field = run.body.lowerBound + 8
            if flags & 0x01 != 0 {
                position = movieFragment + Int(Int32(truncatingIfNeeded: number(field, 4)))
                field += 4
            }
            if flags & 0x04 != 0 { field += 4 }
            for _ in 0..<number(run.body.lowerBound + 4, 4) {
                if flags & 0x100 != 0 { field += 4 }
                var size = defaultSize
                if flags & 0x200 != 0 {
                    size = number(field, 4)
                    field += 4
                }
                if flags & 0x400 != 0 { field += 4 }
                if flags & 0x800 != 0 { field += 4 }
                found.append((position, size))
                position += size
            }
        }
        let list = information(boxes, movieFragment: movieFragment, vectorSize: vectorSize, found)
        for (index, location) in found.enumerated() {
            samples.append(
                Sample(
                    track: track,
                    offset: location.offset,
                    iv: list?[index].iv ?? [],
                    parts: list?[index].parts,
                    bytes: Array(bytes[location.offset..<location.offset + location.size])
                )
            )
        }
        groups += boxes.filter { ["sgpd", "sbgp"].contains($0.type) }.map { Array(bytes[$0.body]) }
    }

    /// Returns the auxiliary information that `saio` points to, cut by the sizes in `saiz`.
    private func information(
        _ boxes: [PlainBox],
        movieFragment: Int,
        vectorSize: Int,
        _ found: [(offset: Int, size: Int)]
    ) -> [(iv: [UInt8], parts: [(clear: Int, protected: Int)]?)]? {
        guard let offsets = boxes.first(where: { $0.type == "saio" })?.body.lowerBound,
            let sizes = boxes.first(where: { $0.type == "saiz" })?.body.lowerBound,
            let list = boxes.last, list.type == "senc"
        else {
            #expect(!boxes.contains { ["saio", "saiz"].contains($0.type) })
            // For whole-sample encryption with a constant IV, `senc` has only the sample count.
            if let list = boxes.last, list.type == "senc" {
                #expect(list.body.count == 8 && number(list.body.lowerBound, 4) == 0)
                #expect(number(list.body.lowerBound + 4, 4) == found.count)
            }
            return nil
        }
        #expect(number(offsets, 8) == 1 && number(sizes, 4) == 0)
        #expect(number(sizes + 5, 4) == found.count && number(list.body.lowerBound + 4, 4) == found.count)
        var position = movieFragment + number(offsets + 8, 4)
        #expect(position == list.body.lowerBound + 8, "saio points at the data of senc")
        var result: [(iv: [UInt8], parts: [(clear: Int, protected: Int)]?)] = []
        for (index, location) in found.enumerated() {
            let constant = number(sizes + 4, 1)
            let size = constant == 0 ? number(sizes + 9 + index, 1) : constant
            let iv = Array(bytes[position..<position + vectorSize])
            var parts: [(clear: Int, protected: Int)]?
            if number(list.body.lowerBound, 4) == 2 {
                let count = number(position + vectorSize, 2)
                #expect(size == vectorSize + 2 + 6 * count)
                parts = (0..<count).map { entry in
                    let field = position + vectorSize + 2 + 6 * entry
                    return (number(field, 2), number(field + 2, 4))
                }
                #expect(parts?.reduce(0) { $0 + $1.clear + $1.protected } == location.size)
            }
            result.append((iv, parts))
            position += size
        }
        #expect(position == list.body.upperBound)
        return result
    }
}

extension PlainFragmentReader.Sample {
    /// Returns the protected ranges that the auxiliary information gives.
    func ranges(isWhole: Bool) -> [Range<Int>] {
        guard let parts else { return isWhole && !bytes.isEmpty ? [0..<bytes.count] : [] }
        var ranges: [Range<Int>] = []
        var position = 0
        for part in parts {
            position += part.clear
            if part.protected > 0 { ranges.append(position..<position + part.protected) }
            position += part.protected
        }
        return ranges
    }

    /// Decrypts cbcs, in which each range starts with the constant IV.
    ///
    /// With the pattern one of ten blocks is encrypted, without it (audio) every block.
    mutating func decryptCBCS(_ ranges: [Range<Int>], isPatterned: Bool, _ key: SampleAESKey) throws {
        for range in ranges {
            var chained = key.iv
            var position = range.lowerBound
            while position + 16 <= range.upperBound {
                let block = Array(bytes[position..<position + 16])
                let clear = try CBCDecryptor.decrypt(block.span, key: key.key, iv: chained, padding: false)
                bytes.replaceSubrange(position..<position + 16, with: clear)
                chained = try InitializationVector(bytes: block)
                position += isPatterned ? 160 : 16
            }
        }
    }

    /// Decrypts cenc: the block counter follows the 8-byte IV and continues across ranges.
    mutating func decryptCENC(_ ranges: [Range<Int>], _ key: SampleAESKey) throws {
        var stream: [UInt8] = []
        let zero = InitializationVector(mediaSequence: 0)
        for counter in 0...(ranges.reduce(0) { $0 + $1.count } / 16) {
            let block = iv + FragmentBytes.number(counter, 8)
            stream += try CBCEncryptor.encrypt(block.span, key: key.key, iv: zero).prefix(16)
        }
        var used = 0
        for range in ranges {
            for index in range {
                bytes[index] ^= stream[used]
                used += 1
            }
        }
    }
}
