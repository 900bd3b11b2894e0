import Bitstreams
import ElementaryStreams
import Foundation

/// Prints the offset, the nal_unit_type and the clear length of each slice of a byte stream (Annex B).
///
/// The clear length is the number of bytes of the NAL unit that sample encryption leaves clear. Usage:
/// `SliceHeaderLengths avc|hevc FILE`
@main
struct SliceHeaderLengths {
    static func main() {
        do {
            try measure(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func measure(_ arguments: [String]) throws {
        guard arguments.count == 2, let codec = Codec(rawValue: arguments[0]) else {
            throw CocoaError(.featureUnsupported)
        }
        let stream = [UInt8](try Data(contentsOf: URL(filePath: arguments[1])))
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(stream.span, into: &units)
        var reader = SliceReader(codec: codec)
        for unit in units where !unit.range.isEmpty {
            let offset = UInt64(unit.range.lowerBound)
            let type = codec.type(stream[unit.range.lowerBound])
            if let length = try reader.measure(stream[unit.range], type: type, at: offset) {
                print(offset, type, length)
            }
        }
    }
}

/// The codec of the stream.
private enum Codec: String {
    case avc, hevc

    func type(_ header: UInt8) -> UInt8 {
        switch self {
        case .avc: header & 0x1F
        case .hevc: header >> 1 & 0x3F
        }
    }

    func isSlice(_ type: UInt8) -> Bool {
        switch self {
        case .avc: type == 1 || type == 5
        case .hevc: type <= 9 || (16...21).contains(type)
        }
    }
}

/// Measures slice headers; takes the NAL units in order.
private struct SliceReader {
    let codec: Codec
    private var avc = AVCSliceHeaderReader()
    private var hevc = HEVCSliceHeaderReader()

    init(codec: Codec) {
        self.codec = codec
    }

    /// Returns the length of a slice's header, or nil for other NAL units.
    mutating func measure(_ unit: ArraySlice<UInt8>, type: UInt8, at offset: UInt64) throws(ParseError)
        -> Int?
    {
        guard codec.isSlice(type) else {
            switch codec {
            case .avc: try avc.store(parameterSet: unit, at: offset)
            case .hevc: try hevc.store(parameterSet: unit, at: offset)
            }
            return nil
        }
        // Reads little of a slice first, as callers do, and more only if that is not enough.
        var size = 4
        while true {
            do {
                switch codec {
                case .avc: return try avc.clearLength(ofSlice: unit.prefix(size), at: offset)
                case .hevc: return try hevc.clearLength(ofSlice: unit.prefix(size), at: offset)
                }
            } catch .truncated where size < unit.count {
                size *= 2
            }
        }
    }
}
