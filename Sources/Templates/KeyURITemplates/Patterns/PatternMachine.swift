/// A pattern compiled to a nondeterministic automaton, all states of which are followed in parallel.
///
/// See Thompson, "Regular Expression Search Algorithm", 1968.
struct PatternMachine: Sendable {
    private enum Step: Sendable {
        case character(PatternCharacters)
        /// Continues at both steps.
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private var steps: [Step] = []
    /// The number of nodes compiled so far.
    ///
    /// It is limited like the number of steps, since nodes without steps take time, too.
    private var compiledNodeCount = 0

    init(_ pattern: PatternNode) throws(ValuePatternError) {
        try compile(pattern)
        steps.append(.match)
    }

    func matches(_ text: some Sequence<Unicode.Scalar>) -> Bool {
        var states = StateSet(count: steps.count)
        add(0, to: &states)
        for scalar in text {
            var next = StateSet(count: steps.count)
            for state in states.members {
                guard case .character(let characters) = steps[state], characters.contains(scalar) else {
                    continue
                }
                add(state + 1, to: &next)
            }
            guard !next.members.isEmpty else { return false }
            states = next
        }
        return states.contains(steps.count - 1)
    }

    /// A set of states that keeps their order.
    private struct StateSet {
        private(set) var members: [Int] = []
        private var isMember: [Bool]

        init(count: Int) {
            isMember = Array(repeating: false, count: count)
        }

        func contains(_ state: Int) -> Bool { isMember[state] }

        mutating func insert(_ state: Int) -> Bool {
            guard !isMember[state] else { return false }
            isMember[state] = true
            members.append(state)
            return true
        }
    }

    /// Adds a state and all states that are reachable from it without consuming a character.
    private func add(_ state: Int, to states: inout StateSet) {
        var pendingStates = [state]
        while let state = pendingStates.popLast() {
            guard states.insert(state) else { continue }
            switch steps[state] {
            case .character, .match: break
            case .jump(let target): pendingStates.append(target)
            case .split(let first, let second): pendingStates += [second, first]
            }
        }
    }

    private mutating func compile(_ node: PatternNode) throws(ValuePatternError) {
        compiledNodeCount += 1
        guard max(steps.count, compiledNodeCount) < ValuePattern.maximumSteps else {
            throw ValuePatternError(column: 1, problem: .tooManySteps)
        }
        switch node {
        case .characters(let characters): steps.append(.character(characters))
        case .sequence(let nodes): for node in nodes { try compile(node) }
        case .alternatives(let nodes): try compileAlternatives(nodes)
        case .repeated(let node, let least, let most): try compileRepetition(of: node, least, most)
        }
    }

    private mutating func compileAlternatives(_ nodes: [PatternNode]) throws(ValuePatternError) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let split = steps.count
            steps.append(.match)
            try compile(node)
            ends.append(steps.count)
            steps.append(.match)
            steps[split] = .split(split + 1, steps.count)
        }
        if let last = nodes.last { try compile(last) }
        for end in ends { steps[end] = .jump(steps.count) }
    }

    private mutating func compileRepetition(
        of node: PatternNode,
        _ least: Int,
        _ most: Int?
    ) throws(ValuePatternError) {
        for _ in 0..<least { try compile(node) }
        guard let most else {
            let split = steps.count
            steps.append(.match)
            try compile(node)
            steps.append(.jump(split))
            steps[split] = .split(split + 1, steps.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(steps.count)
            steps.append(.match)
            try compile(node)
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
}
