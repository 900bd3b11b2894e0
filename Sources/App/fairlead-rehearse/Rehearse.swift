import CCoreDumps
import CNoICUData
import CommandLineParts

/// The program `fairlead-rehearse`, which `fairlead rehearse` becomes.
@main
enum Rehearse {
    static func main() {
        Program.run(RehearseCommand.self)
    }
}
