import CommonEncryption
import MediaSyntax
import Presentations
import TransportStreams

/// The program maps of initialization sections and of segments that hold I-frames, each read once.
struct ProgramMapCache {
    private static let limit = 64

    private var maps: [VerificationItem.Location: (pid: PacketIdentifier, map: ProgramMapTable)?] = [:]

    /// Returns the program map at a location.
    ///
    /// - Parameter location: an initialization section or a segment.
    /// - Returns: the first program map, or nil if there is none or the bytes cannot be read, which is
    ///   reported for the items that need it.
    mutating func programMap(
        of location: VerificationItem.Location
    ) -> (pid: PacketIdentifier, map: ProgramMapTable)? {
        if let map = maps[location] { return map }
        let map = Self.read(location)
        if maps.count >= Self.limit { maps = [:] }
        maps[location] = .some(map)
        return map
    }

    private static func read(
        _ location: VerificationItem.Location
    ) -> (pid: PacketIdentifier, map: ProgramMapTable)? {
        do {
            let file = try InputFile(path: location.path)
            let range = try location.range(in: file)
            var invariantFile = InvariantFile(
                file,
                range: range,
                reader: try InvariantReader(.transportStream, key: nil),
                expecting: ExpectedSyntax(role: .initializationSection)
            )
            while invariantFile.foundProgramMap == nil, try invariantFile.next() != nil {}
            return invariantFile.foundProgramMap
        } catch {
            return nil
        }
    }
}
