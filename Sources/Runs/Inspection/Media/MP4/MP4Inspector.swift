import Bitstreams
import ISOBaseMedia

/// Looks at an MP4 file where it is asked to: the bodies of `moov` and `moof` are read, media data are passed over.
struct MP4Inspector {
    /// Boxes that are kept.
    private static let boxLimit = 20_000
    /// Track fragments that are kept.
    static let fragmentLimit = 10_000
    /// Bytes of the largest box that is looked into.
    private static let bodyLimit: UInt64 = 128 << 20
    private static let wanted: Set<FourCharacterCode> = ["moov", "moof", "mfra", "ftyp", "styp"]

    let fileSize: UInt64
    var faults = FaultList()
    var movie: InspectedMovie?
    var brands: FileTypeBox?
    var keySystems: [KeySystemInspection] = []
    var fragments: [TrackFragmentInspection] = []
    var fragmentCount: UInt64 = 0
    var totals: [UInt32: FragmentTotals] = [:]
    private var boxes: [BoxInspection] = []
    private var boxBudget = Self.boxLimit
    private var hasMoreBoxes = false

    /// - Parameter fileSize: bytes of the file.
    init(fileSize: UInt64) {
        self.fileSize = fileSize
    }

    /// Looks at the file.
    ///
    /// - Parameters:
    ///   - read: gives a number of bytes at an offset, which are there.
    ///   - progress: told how many bytes were passed.
    /// - Returns: what is in it; faults are gathered.
    /// - Throws: `ParseError` where the file does not begin with a box, and what `read` and `progress` throw.
    mutating func inspect(
        read: (UInt64, Int) throws -> [UInt8],
        progress: (UInt64) throws -> Void
    ) throws -> MP4Inspection {
        var offset: UInt64 = 0
        while offset < fileSize {
            let left = fileSize - offset
            let start = try read(offset, Int(min(left, UInt64(BoxHeader.maximumSize))))
            guard let header = try header(start, at: offset) else { break }
            let size = try size(header, at: offset, left)
            let available = min(size, left)
            let node = try look(into: header, offset, available, read)
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

    /// The header of the next box; nil where there is none, which is a fault behind the first box.
    private mutating func header(_ bytes: [UInt8], at offset: UInt64) throws(ParseError) -> BoxHeader? {
        var reader = ByteReader(bytes[...], at: offset)
        do {
            return try BoxHeader(&reader)
        } catch {
            guard offset > 0 else { throw error }
            faults.add(InspectedFault(error))
            return nil
        }
    }

    /// Bytes of a box; more than are left is a fault, and unless it is one of media, at the start of a file a sign that the
    /// file is none of boxes.
    private mutating func size(
        _ header: BoxHeader,
        at offset: UInt64,
        _ left: UInt64
    ) throws(ParseError) -> UInt64 {
        guard case .bytes(let size) = header.extent else { return left }
        guard size > left else { return size }
        let error = ParseError.truncated(offset: offset, needed: size, available: left)
        guard offset > 0 || ["moov", "moof", "mdat"].contains(header.type) else { throw error }
        faults.add(
            InspectedFault(
                offset: offset,
                "box '\(header.type)' of \(size) bytes, expected at most \(left), the bytes up to the end of the file"
            )
        )
        return size
    }

    /// Reads a box that is looked into; nil for others.
    private mutating func look(
        into header: BoxHeader,
        _ offset: UInt64,
        _ size: UInt64,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> BoxNode? {
        guard Self.wanted.contains(header.type), size >= UInt64(header.size) else { return nil }
        guard size <= Self.bodyLimit else {
            faults.add(
                InspectedFault(
                    offset: offset,
                    "box '\(header.type)' of \(size) bytes, expected at most \(Self.bodyLimit): it is not looked into"
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
            faults.add(InspectedFault(error))
            return nil
        }
        for fault in reader.faults { faults.add(InspectedFault(fault)) }
        noting { inspector throws(ParseError) in
            switch header.type {
            case "ftyp": inspector.brands = try FileTypeBox(box)
            case "styp": if inspector.brands == nil { inspector.brands = try FileTypeBox(box) }
            case "moov": inspector.take(movie: node, box)
            case "moof": try inspector.take(fragment: node)
            default: break
            }
        }
        return node
    }

    /// Does what reads; what is malformed is a fault.
    mutating func noting(_ body: (inout Self) throws(ParseError) -> Void) {
        do {
            try body(&self)
        } catch {
            faults.add(InspectedFault(error))
        }
    }

    /// Notes the `pssh` boxes in a box.
    mutating func takeKeySystems(in node: BoxNode) {
        for header in node.all("pssh") where keySystems.count < Self.fragmentLimit {
            noting { inspector throws(ParseError) in
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
            case (nil, false): "boxes without movie and fragments"
            case (true?, false): "initialization section"
            case (_, true): "fragmented movie"
            case (false?, false): "progressive movie"
            }
        return MP4Inspection(
            form: form,
            majorBrand: brands?.majorBrand.description,
            brands: brands?.compatibleBrands.filter { $0.rawValue != 0 }.map(\.description) ?? [],
            tracks: tracks(),
            keySystems: keySystems,
            fragments: fragments,
            fragmentCount: fragmentCount,
            boxes: boxes,
            hasMoreBoxes: hasMoreBoxes
        )
    }
}
