import Bitstreams
import ISOBaseMedia

/// Inspects an MP4 file by random access: it reads boxes such as `moov` and `moof`, and skips media data.
struct MP4Inspector {
    /// The number of boxes kept.
    private static let boxLimit = 20_000
    /// The number of track fragments kept; also that of `pssh` boxes and of tracks with fragment totals.
    static let fragmentLimit = 10_000
    /// The largest box that is read, in bytes.
    private static let bodyLimit = 128 << 20
    private static let readBoxTypes: Set<FourCharacterCode> = ["moov", "moof", "mfra", "ftyp", "styp"]

    let fileSize: UInt64
    var faults = FaultCollector()
    var movie: ParsedMovie?
    var fileType: FileTypeBox?
    var keySystems: [KeySystemInspection] = []
    var fragments: [TrackFragmentInspection] = []
    var fragmentCount: UInt64 = 0
    var totals: [UInt32: FragmentTotals] = [:]
    private var boxes: [BoxInspection] = []
    private var boxBudget = Self.boxLimit
    private var hasMoreBoxes = false

    /// - Parameter fileSize: the size of the file, in bytes.
    init(fileSize: UInt64) {
        self.fileSize = fileSize
    }

    /// Inspects the file.
    ///
    /// - Parameters:
    ///   - read: reads a number of bytes at an offset; never called beyond `fileSize`.
    ///   - progress: called with the number of bytes passed since the last call.
    /// - Returns: the contents; faults are in `faults`.
    /// - Throws: `ParseError` if the file does not begin with a box, and errors of `read` and `progress`.
    mutating func inspect(
        read: (UInt64, Int) throws -> [UInt8],
        progress: (UInt64) throws -> Void
    ) throws -> MP4Inspection {
        var iterator = TopLevelBoxIterator(0..<fileSize)
        while let range = iterator.headerRange {
            let headerBytes = try read(range.lowerBound, range.count)
            guard let box = try nextBox(&iterator, headerBytes, at: range.lowerBound) else { break }
            try checkSize(of: box)
            let node = try readBox(box, read)
            if boxBudget > 0 { boxes.append(BoxInspection(box, node, budget: &boxBudget)) }
            if boxBudget <= 0 { hasMoreBoxes = true }
            try progress(UInt64(box.range.count))
        }
        return inspection()
    }

    /// Returns the next box, or nil if its header is malformed, which is a fault.
    ///
    /// Throws if the first header is malformed, since the file is then not an MP4 file.
    private mutating func nextBox(
        _ iterator: inout TopLevelBoxIterator,
        _ headerBytes: [UInt8],
        at offset: UInt64
    ) throws(ParseError) -> TopLevelBox? {
        do {
            return try iterator.next(headerBytes[...])
        } catch {
            guard offset > 0 else { throw error }
            faults.add(MediaFileFault(error))
            return nil
        }
    }

    /// Adds a fault for a box that would end after the end of the file.
    ///
    /// Throws instead if this is the first box and not one of media, since the file is then probably not an
    /// MP4 file.
    private mutating func checkSize(of box: TopLevelBox) throws(ParseError) {
        guard box.isCut else { return }
        let offset = box.range.lowerBound
        guard offset > 0 || ["moov", "moof", "mdat"].contains(box.type) else { throw box.truncationError }
        faults.add(
            MediaFileFault(
                offset: offset,
                "box '\(box.type)' of \(box.size) bytes, expected at most \(box.range.count), the bytes up to the end of the file"
            )
        )
    }

    /// Reads and adds a box, or returns nil for a box that is skipped or malformed.
    private mutating func readBox(
        _ topLevelBox: TopLevelBox,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> BoxNode? {
        let (type, offset, body) = (topLevelBox.type, topLevelBox.range.lowerBound, topLevelBox.body)
        guard Self.readBoxTypes.contains(type) else { return nil }
        let size = topLevelBox.range.count
        guard size <= Self.bodyLimit else {
            faults.add(
                MediaFileFault(
                    offset: offset,
                    "box '\(type)' of \(size) bytes, expected at most \(Self.bodyLimit): its contents are not read"
                )
            )
            return nil
        }
        let bytes = try read(body.lowerBound, body.count)
        let box = Box(type: type, offset: offset, bodyOffset: body.lowerBound, body: bytes[...])
        var reader = BoxTreeReader(isLenient: true)
        let node: BoxNode
        do throws(ParseError) {
            node = try reader.node(containing: box)
        } catch {
            faults.add(MediaFileFault(error))
            return nil
        }
        for fault in reader.faults { faults.add(MediaFileFault(fault)) }
        collectingFaults { inspector throws(ParseError) in
            switch type {
            case "ftyp": inspector.fileType = try FileTypeBox(box)
            case "styp": if inspector.fileType == nil { inspector.fileType = try FileTypeBox(box) }
            case "moov": inspector.add(movie: node, box)
            case "moof": try inspector.add(fragment: node)
            default: break
            }
        }
        return node
    }

    /// Calls `body`, and adds a `ParseError` to the faults.
    mutating func collectingFaults(_ body: (inout Self) throws(ParseError) -> Void) {
        do {
            try body(&self)
        } catch {
            faults.add(MediaFileFault(error))
        }
    }

    /// Adds the `pssh` boxes in a box.
    mutating func addKeySystems(in node: BoxNode) {
        for header in node.all("pssh") where keySystems.count < Self.fragmentLimit {
            collectingFaults { inspector throws(ParseError) in
                let system = try KeySystemInspection(header.box, faults: &inspector.faults)
                inspector.keySystems.append(system)
            }
        }
    }

    private func inspection() -> MP4Inspection {
        let hasFragments = fragmentCount > 0
        let form =
            switch (movie?.isFragmented, hasFragments) {
            case (nil, true): "media segment"
            case (nil, false): "boxes without a movie or fragments"
            case (true?, false): "initialization section"
            case (_, true): "fragmented movie"
            case (false?, false): "progressive movie"
            }
        return MP4Inspection(
            form: form,
            majorBrand: fileType?.majorBrand.description,
            brands: fileType?.compatibleBrands.filter { $0.rawValue != 0 }.map(\.description) ?? [],
            tracks: tracks(),
            keySystems: keySystems,
            fragments: fragments,
            fragmentCount: fragmentCount,
            boxes: boxes,
            hasMoreBoxes: hasMoreBoxes
        )
    }
}
