/// What came out of a target, on its way into a `CheckedRendition`.
struct CheckedTarget: Sendable {
    let place: AllTargets.Place
    let target: VerificationTarget
    let outcome: TargetChecker.Outcome
}
