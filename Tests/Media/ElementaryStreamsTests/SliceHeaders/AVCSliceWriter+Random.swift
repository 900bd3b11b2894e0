import TestRandomness

extension AVCSliceWriter {
    /// Returns a header with a random combination of fields.
    static func random(_ random: inout SeededGenerator) -> AVCSliceWriter {
        func flag() -> Bool { Bool.random(using: &random) }
        func number(_ range: ClosedRange<UInt64>) -> UInt64 { UInt64.random(in: range, using: &random) }
        var writer = AVCSliceWriter()
        writer.profile = flag() ? 66 : 244
        writer.chroma = number(0...3)
        writer.hasSeparatePlanes = writer.profile != 66 && writer.chroma == 3 && flag()
        writer.frameNumberWidth = Int(number(4...16))
        writer.orderType = number(0...2)
        writer.orderWidth = Int(number(4...16))
        writer.hasNoOrderDeltas = flag()
        writer.isFramesOnly = flag()
        writer.columns = number(1...40)
        writer.rows = number(1...40)
        writer.usesCABAC = flag()
        writer.hasBottomOrder = flag()
        writer.groups = flag() ? 1 : number(2...8)
        writer.mapType = number(0...6)
        writer.changeRate = number(1...writer.columns * writer.rows)
        writer.defaultCounts = [number(1...32), number(1...32)]
        writer.isWeighted = flag()
        writer.bipredictionWeights = number(0...2)
        writer.hasDeblocking = flag()
        writer.hasRedundant = flag()
        writer.unitType = flag() ? 1 : 5
        writer.reference = UInt8(number(0...3))
        writer.first = number(0...5000)
        writer.type = number(0...9)
        writer.isField = !writer.isFramesOnly && flag()
        writer.redundant = number(0...127)
        writer.counts = flag() ? nil : [number(1...32), number(1...32)]
        writer.modifications = (0..<2).map { _ in
            flag() ? nil : (0..<number(0...8)).map { _ in (number(0...2), number(0...70000)) }
        }
        writer.weightFlags = (flag(), flag())
        let operands = [0, 1, 1, 2, 1, 0, 1]
        writer.marking =
            flag()
            ? nil
            : (0..<number(0...8)).map { _ in
                let operation = number(1...6)
                return (operation, (0..<operands[Int(operation)]).map { _ in number(0...31) })
            }
        writer.deblocking = number(0...2)
        return writer
    }
}
