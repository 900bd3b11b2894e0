/// A dictionary from PID to value with constant-time lookup by array index, as a demultiplexer needs one
/// lookup per packet.
package struct PacketIdentifierMap<Value: Sendable>: Sendable {
    /// The index in `values` for each PID, or `vacant`.
    private var indices = [UInt16](repeating: vacant, count: 0x2000)
    private var values: [Value] = []

    private static var vacant: UInt16 { .max }

    /// Creates an empty map.
    package init() {}

    /// All values, in the order in which their PIDs were added.
    package var all: [Value] { values }

    /// The value of a PID; modifying it first adds `initial` if the PID has no value yet.
    package subscript(pid: PacketIdentifier, default initial: @autoclosure () -> Value) -> Value {
        get {
            let index = indices[Int(pid.rawValue)]
            return index == Self.vacant ? initial() : values[Int(index)]
        }
        _modify {
            if indices[Int(pid.rawValue)] == Self.vacant {
                indices[Int(pid.rawValue)] = UInt16(values.count)
                values.append(initial())
            }
            yield &values[Int(indices[Int(pid.rawValue)])]
        }
    }
}
