import ChildProcesses
import Testing

/// Input and output of shell commands.
struct ChildProcessTests {
    private func run(_ command: String, input: [UInt8]? = nil) throws -> (output: [UInt8], errors: [UInt8]) {
        let child = try ChildProcess(command: command, input: input, capturesErrors: true)
        var output = [UInt8](repeating: 0, count: 5000)
        var errors = [UInt8](repeating: 0, count: 10)
        let counts = try #require(child.read(into: &output, errors: &errors, within: .seconds(60)))
        #expect(child.wait(within: .seconds(60)) == .exited(0))
        return (Array(output.prefix(counts.output)), Array(errors.prefix(counts.errors)))
    }

    @Test(arguments: [0, 1, 4096])
    func `All of the input arrives, and then its end`(count: Int) throws {
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try run("cat", input: input).output == input)
    }

    @Test func `Without input there is none`() throws {
        #expect(try run("cat").output.isEmpty)
        #expect(try run("readlink /proc/self/fd/0").output == Array("/dev/null\n".utf8))
    }

    @Test func `Nobody has to read the input`() throws {
        #expect(
            try run("exec <&-; echo 1", input: [UInt8](repeating: 0, count: 4096)).output == Array("1\n".utf8)
        )
    }

    @Test func `Too long an input is refused`() {
        let failure = #expect(throws: ChildProcess.StartFailure.self) {
            try ChildProcess(command: "cat", input: [UInt8](repeating: 0, count: 4097))
        }
        #expect(failure?.isTransient == false)
        #expect(failure?.reason.contains("4097") == true)
    }

    @Test func `The beginning of the errors is read, however many there are`() throws {
        let result = try run("printf 'one two three' >&2; head -c 200000 /dev/zero >&2; printf out")
        #expect(result.output == Array("out".utf8))
        #expect(result.errors == Array("one two th".utf8))
    }

    /// Both ends of a pipe have the same name, so no name may occur twice.
    @Test func `It has one end of each pipe`() throws {
        // The shell has closed the descriptor with which it listed the folder.
        let result = try run("for end in /proc/$$/fd/*; do readlink $end || :; done", input: [1])
        let names = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        let standard = try (0...2).map { descriptor in
            let result = try run("readlink /proc/$$/fd/\(descriptor)", input: [1])
            return String(decoding: result.output, as: UTF8.self).hasPrefix("pipe:")
        }
        #expect(standard == [true, true, true])
        let pipes = names.filter { $0.hasPrefix("pipe:") }
        #expect(pipes.count >= 3)
        #expect(Set(pipes).count == pipes.count)
    }

    @Test func `A full buffer ends the reading`() throws {
        let child = try ChildProcess(command: "cat /dev/zero", capturesErrors: true)
        var (output, errors) = ([UInt8](repeating: 1, count: 100), [UInt8](repeating: 1, count: 10))
        let counts = child.read(into: &output, errors: &errors, within: .seconds(60))
        #expect(counts?.output == 100)
        #expect(output.allSatisfy { $0 == 0 })
        child.kill()
    }

    @Test func `How it ended is told`() throws {
        for (command, status) in [
            ("exit 3", ChildProcess.Status.exited(3)), ("kill -9 $$", .killed(signal: 9)),
        ] {
            #expect(try ChildProcess(command: command).wait(within: .seconds(60)) == status)
        }
    }
}
