package import Presentations

/// A progress sink that calls a hook when the work begins, advances and ends.
package struct HookedProgress: ProgressSink {
    package var onBegin: @Sendable () -> Void = {}
    package var onAdvance: @Sendable () -> Void = {}
    package var onEnd: @Sendable () -> Void = {}

    package init(
        onBegin: @escaping @Sendable () -> Void = {},
        onAdvance: @escaping @Sendable () -> Void = {},
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.onBegin = onBegin
        self.onAdvance = onAdvance
        self.onEnd = onEnd
    }

    package func beginPhase(_ phase: RunPhase, _ description: String) {}
    package func begin(totalBytes: UInt64) { onBegin() }
    package func advance(by bytes: UInt64) { onAdvance() }
    package func end() { onEnd() }
}
