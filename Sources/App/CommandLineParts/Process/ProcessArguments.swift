/// The arguments of the process, as the system passed them.
enum ProcessArguments {
    /// The number of the first argument that is not UTF-8, where 0 is the name of the program, or nil if all
    /// arguments are UTF-8.
    static var firstNotUTF8: Int? {
        (0..<Int(CommandLine.argc)).first { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return false }
            return unsafe String(validatingCString: argument) == nil
        }
    }
}
