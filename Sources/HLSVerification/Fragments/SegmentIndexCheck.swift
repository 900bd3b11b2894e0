import Bitstreams
import HLSPackaging
import ISOBaseMedia
import MediaProbing

/// Looks whether the subsegments that indexes (`sidx`) of files of fMP4 name begin and end where boxes at the top level do
/// (ISO/IEC 14496-12, 8.16.3): protection makes fragments longer, and indexes have to follow.
struct SegmentIndexCheck: ~Copyable {
    /// The most boxes of a file that are looked at.
    private static let boxLimit = 1_000_000
    /// Bytes of the largest index: 12 for each of at most 65,535 references, and some more.
    private static let indexLimit: UInt64 = 1 << 20

    /// A subsegment that is not there.
    private struct Fault {
        let index: UInt64
        let number: Int
        let found: String
    }

    private let file: InputFile
    private var starts: [UInt64: FourCharacterCode] = [:]
    private var indexes: [Box] = []

    /// - Parameters:
    ///   - targets: those of a presentation.
    ///   - outcomes: what was found of them.
    /// - Returns: the first fault of each index.
    static func findings(
        _ targets: [VerificationTarget],
        _ outcomes: [TargetChecker.Outcome]
    ) -> [Finding] {
        var seen: Set<String> = []
        var findings: [Finding] = []
        for (target, outcome) in zip(targets, outcomes) where target.countsByEssence {
            guard [.fragmentedMP4, .initializationSection].contains(outcome.kind),
                seen.insert(target.location.path).inserted
            else { continue }
            findings += faults(of: target.location.path).map { fault in
                target.finding(
                    .stream,
                    "the 'sidx' at byte \(fault.index) of the file: subsegment \(fault.number) \(fault.found)"
                )
            }
        }
        return findings
    }

    /// What cannot be read is a finding about segments.
    private static func faults(of path: String) -> [Fault] {
        guard let file = try? InputFile(path: path) else { return [] }
        let size = file.size
        var check = SegmentIndexCheck(file: file)
        guard (try? check.walk()) != nil else { return [] }
        return check.indexes.compactMap { box in
            guard let index = try? SegmentIndexBox(box) else { return nil }
            return check.fault(of: index, box, fileSize: size)
        }
    }

    private init(file: consuming InputFile) {
        self.file = file
    }

    /// Notes where boxes start, and keeps the indexes.
    private mutating func walk() throws {
        var offset: UInt64 = 0
        while offset < file.size, starts.count < Self.boxLimit {
            let bytes = try read(min(UInt64(BoxHeader.maximumSize), file.size - offset), at: offset)
            var reader = ByteReader(bytes[...], at: offset)
            let header = try BoxHeader(&reader)
            starts[offset] = header.type
            guard case .bytes(let size) = header.extent, size <= file.size - offset else { return }
            if header.type == "sidx", size <= Self.indexLimit {
                var index = ByteReader(try read(size, at: offset)[...], at: offset)
                indexes.append(try Box(&index))
            }
            offset += size
        }
    }

    private func read(_ count: UInt64, at offset: UInt64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(count))
        let filled = try file.read(into: &bytes, count: bytes.count, at: offset)
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    private func fault(of index: SegmentIndexBox, _ box: Box, fileSize: UInt64) -> Fault? {
        let end = box.bodyOffset + UInt64(box.body.count)
        let (first, overflow) = end.addingReportingOverflow(index.firstOffset)
        // Those of files that follow.
        guard !overflow, first < fileSize else { return nil }
        var start = first
        for (number, reference) in index.references.enumerated() {
            let expected = reference.isIndex ? "an index" : "media"
            guard let type = starts[start], (type == "sidx") == reference.isIndex, type != "mdat" else {
                let found = starts[start].map { "box '\($0)'" } ?? "no box"
                return Fault(
                    index: box.offset,
                    number: number,
                    found: "begins at byte \(start) of the file, where \(found) begins (expected \(expected))"
                )
            }
            // No overflow: what is behind the file is none of its boxes.
            start &+= UInt64(reference.size)
            guard starts[start] != nil || start == fileSize else {
                return Fault(
                    index: box.offset,
                    number: number,
                    found: "ends at byte \(start) of the file, where no box ends"
                )
            }
        }
        return nil
    }
}
