/// A verification item and its result, which will be added to a `CheckedRendition`.
struct CheckedTarget: Sendable {
    let place: AllTargets.Place
    let target: VerificationTarget
    let outcome: TargetChecker.Outcome
}
