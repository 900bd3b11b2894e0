import Bitstreams
import ISOBaseMedia

/// Reads bytes as a file of boxes: as a tree, as typed boxes, and as a movie.
///
/// Checks that a tree, even a faulty one, is written as it was read; that a written typed box reads back
/// equal; that samples lie in the file and are consecutive in time; and that errors lie in the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBoxes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    checkTree(input)
    checkLenientTree(input)
    checkMovie(input)
    return 0
}

private func checkTree(_ input: [UInt8]) {
    var reader = BoxTreeReader()
    do throws(ParseError) {
        let nodes = try reader.nodes(ByteReader(input[...]))
        precondition(nodes.flatMap(\.bytes) == input)
        precondition(nodes.map(\.size).reduce(0, +) == UInt64(input.count))
    } catch {
        precondition(error.offset <= UInt64(input.count), error.description)
    }
}

/// Checks the boxes at the top level, up to the first unreadable one, and the typed boxes in them.
private func checkLenientTree(_ input: [UInt8]) {
    var tree = BoxTreeReader(isLenient: true)
    var reader = ByteReader(input[...])
    while !reader.isAtEnd {
        let start = input.count - reader.count
        guard let node = try? tree.node(&reader) else { return }
        precondition(node.bytes == Array(input[start..<input.count - reader.count]))
        checkTypedBoxes(in: node)
    }
}

private func checkTypedBoxes(in node: BoxNode) {
    for child in node.children { checkTypedBoxes(in: child) }
    let box = node.box
    switch node.type {
    case "pssh":
        guard let header = try? ProtectionSystemSpecificHeaderBox(box) else { return }
        precondition(header.body.dropFirst(4) == Array(node.fields.dropFirst(4))[...])
    case "tenc": same(box, { try? TrackEncryption($0) }, \.node)
    case "schm": same(box, { try? SchemeTypeBox($0) }, \.node)
    case "elst": same(box, { try? EditListBox($0) }, \.node)
    case "stts": same(box, { try? TimeToSampleBox($0) }, \.node)
    case "ctts": same(box, { try? CompositionOffsetBox($0) }, \.node)
    case "stsc": same(box, { try? SampleToChunkBox($0) }, \.node)
    case "stsz", "stz2": same(box, { try? SampleSizeBox($0) }, \.node)
    case "stco", "co64": same(box, { try? ChunkOffsetBox($0) }, \.node)
    case "stss": same(box, { try? SyncSampleBox($0) }, \.node)
    case "sinf":
        guard let information = try? ProtectionSchemeInformationBox(node) else { return }
        var reader = BoxTreeReader()
        var bytes = ByteReader(information.node.bytes[...])
        guard let again = try? reader.node(&bytes), let same = try? ProtectionSchemeInformationBox(again)
        else {
            preconditionFailure("sinf cannot be read again")
        }
        precondition(
            same.originalFormat == information.originalFormat && same.encryption == information.encryption
        )
    case "avcC": _ = try? NALUnitArrays(avc: box)
    case "hvcC": _ = try? NALUnitArrays(hevc: box)
    case "av1C": _ = try? AV1ConfigurationBox(box)
    case "mdhd": _ = try? MediaHeaderBox(box)
    default: break
    }
}

/// Checks that a box written from its parsed value reads back as the same value.
private func same<Value: Equatable>(_ box: Box, _ read: (Box) -> Value?, _ write: (Value) -> BoxNode) {
    guard let value = read(box) else { return }
    let node = write(value)
    precondition(node.type == box.type)
    precondition(read(node.box) == value, "\(box.type)")
}

private func checkMovie(_ input: [UInt8]) {
    let read = { (offset: UInt64, count: Int) in Array(input[Int(offset)..<Int(offset) + count]) }
    let fileSize = UInt64(input.count)
    do {
        var reader = try MovieReader(fileSize: fileSize, read: read)
        for track in reader.movie.tracks {
            var samples = reader.samples(of: track)
            var time: UInt64 = 0
            // A table of a few bytes can list billions of samples.
            for _ in 0..<10_000 {
                guard let sample = try? samples.next() else { break }
                precondition(sample.decodeTime == time)
                time += UInt64(sample.duration)
                precondition(sample.offset + UInt64(sample.size) <= fileSize)
                precondition(sample.descriptionIndex > 0)
            }
        }
        while let fragment = try reader.nextFragment(read: read) {
            precondition(fragment.range.upperBound <= fileSize)
            for track in fragment.tracks {
                var samples = track.samples
                var last: MovieSample?
                for _ in 0..<10_000 {
                    guard let sample = try samples.next() else { break }
                    if let last { precondition(sample.decodeTime == last.decodeTime + UInt64(last.duration)) }
                    last = sample
                }
            }
        }
    } catch let error as ParseError {
        precondition(error.offset <= UInt64(input.count), error.description)
    } catch {
        preconditionFailure(String(describing: error))
    }
}
