/// The arguments of the process, as the system passed them.
enum ProcessArguments {
    /// Indicates whether all arguments are UTF-8.
    static var areUTF8: Bool {
        (0..<Int(CommandLine.argc)).allSatisfy { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return true }
            return unsafe String(validatingCString: argument) != nil
        }
    }
}
