import Bitstreams
import ISOBaseMedia

/// Inspects an MP4 file by random access: it reads boxes such as `moov` and `moof`, and skips media data.
struct MP4Inspector {
    /// The number of boxes kept.
    private static let boxLimit = 20_000
    /// The number of track fragments kept; also that of `pssh` boxes and of tracks with fragment totals.
    static let fragmentLimit = 10_000
    /// The largest box that is read, in bytes.
    private static let bodyLimit: UInt64 = 128 << 20
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
        var offset: UInt64 = 0
        while offset < fileSize {
            let remaining = fileSize - offset
            let headerBytes = try read(offset, Int(min(remaining, UInt64(BoxHeader.maximumSize))))
            guard let header = try header(headerBytes, at: offset) else { break }
            let size = try size(header, at: offset, remaining)
            let available = min(size, remaining)
            let node = try readBox(header, offset, available, read)
            if boxBudget > 0 {
                boxes.append(
                    BoxInspection(header, offset: offset, size: size, node, budget: &boxBudget)
                )
            }
            if boxBudget <= 0 { hasMoreBoxes = true }
            try progress(available)
            offset += available
        }
        return inspection()
    }

    /// Returns the next header, or nil if it is malformed, which is a fault.
    ///
    /// Throws if the first header is malformed, since the file is then not an MP4 file.
    private mutating func header(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) -> BoxHeader? {
        var reader = ByteReader(bytes[...], at: offset)
        do {
            return try BoxHeader(&reader)
        } catch {
            guard offset > 0 else { throw error }
            faults.add(MediaFileFault(error))
            return nil
        }
    }

    /// Returns the size of a box, header included, in bytes.
    ///
    /// A size beyond the end of the file is a fault. Throws instead if this is the first box and not one of
    /// media, since the file is then probably not an MP4 file.
    private mutating func size(
        _ header: BoxHeader,
        at offset: UInt64,
        _ remaining: UInt64
    ) throws(ParseError) -> UInt64 {
        guard case .bytes(let size) = header.extent else { return remaining }
        guard size > remaining else { return size }
        let error = ParseError.truncated(offset: offset, needed: size, available: remaining)
        guard offset > 0 || ["moov", "moof", "mdat"].contains(header.type) else { throw error }
        faults.add(
            MediaFileFault(
                offset: offset,
                "box '\(header.type)' of \(size) bytes, expected at most \(remaining), the bytes up to the end of the file"
            )
        )
        return size
    }

    /// Reads and adds a box, or returns nil for a box that is skipped or malformed.
    private mutating func readBox(
        _ header: BoxHeader,
        _ offset: UInt64,
        _ size: UInt64,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> BoxNode? {
        guard Self.readBoxTypes.contains(header.type), size >= UInt64(header.size) else { return nil }
        guard size <= Self.bodyLimit else {
            faults.add(
                MediaFileFault(
                    offset: offset,
                    "box '\(header.type)' of \(size) bytes, expected at most \(Self.bodyLimit): its contents are not read"
                )
            )
            return nil
        }
        let bodyOffset = offset + UInt64(header.size)
        let body = try read(bodyOffset, Int(size) - header.size)
        let box = Box(type: header.type, offset: offset, bodyOffset: bodyOffset, body: body[...])
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
            switch header.type {
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
