"""Our client where licenses want Apple's D: it asks their servers up to there, as rarely as it can, whatever the hosts of the key lines,
and shows nothing of what it was sent back."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor

from app_titles import AppTitle
from bench import Bench, Credentials, steps_of
from check_app_flows import OWN, RULES, Deployment
from entitlement_server import PATH as ENTITLEMENT_PATH
from exported_keys import ExportedKeys
from express_play import TOKEN_PATH
from loopback_site import Reply
from secure_sessions import LICENSES, SESSIONS

REACHED = ["R01", "R02", "R05", "R08", "R09", "R11"]
NOT_REACHED = ["R06", "R07", "R10"]
FLOWS = {"token": "token", "entitlement": "entitlement", "nagra": "nagra-ssm"}
HOSTS = ("127.0.0.1", "localhost")


def echoing(request, reply):
    """A refusal that says what was sent, in both cases and between controls."""
    sent = request.body.decode() + " ".join(value for name, value in request.headers.items() if name.startswith(("nv-", "auth")))
    message = f"\x1b[31m{sent} {sent.upper()} {sent}" + " and so on" * 10_000
    if "messageID" in sent:
        members = {"messageID": json.loads(request.body)["messageID"], "version": 1, "isAllowed": False, "error": 17}
        return Reply.json(members | {"errorText": message})
    return Reply.json({"status": 400, "errorCode": 3001, "message": message, "place": sent, "remedy": sent}, 400)


def check_end(outcome, bench: Bench, deployment: Deployment, title: AppTitle, export) -> None:
    name, flow = f"{title.name} as {deployment.flow} without a certificate", deployment.flow
    with deployment.open() as site:
        words = deployment.words(site, title)
        report = bench.rehearse(title.playlist, "--source", title.source, *words, "--export", export, *RULES[title.flow])
    steps = steps_of(report)
    held = [code for code, step in steps.items() if step["outcome"] == "holds"]
    expected = sorted([*REACHED, *OWN[flow]])
    outcome.check(report["holds"] and set(expected) <= set(held), f"{name}: holds {held}, expected {expected}")
    for code in NOT_REACHED:
        step = steps[code]
        is_told = step["outcome"] == "skipped" and "Apple's D" in step["came"]
        outcome.check(is_told, f"{name}: {code} {step['outcome']}: {step['came']}")
    count = len({title.asset_id(uri) for uri in title.uris})
    if flow == "nagra-ssm":
        service = deployment.sessions
        outcome.check(not site.asked(LICENSES) and service.sessions, f"{name}: licenses are asked for, or no session")
        outcome.check(not service.active, f"{name}: {len(service.active)} sessions go on")
        return
    path = TOKEN_PATH if flow == "token" else ENTITLEMENT_PATH
    asked = [each.request.path for each in site.notes]
    outcome.check(asked == [path] * count, f"{name}: {len(asked)} requests for {count} keys, {set(asked)}")


def check_hosts(outcome, bench: Bench, made: Credentials, samples: AppTitle) -> None:
    """Key lines with the host of the servers that are named."""
    for number, host in enumerate(HOSTS):
        name, folder = f"equal-hosts-{number}", bench.folder / f"equal-hosts-{number}"
        words = ["--template", "entitlement", "--entitlement-url", f"https://{host}{ENTITLEMENT_PATH}", *bench.store("hosts")]
        bench.run("protect", samples.source, "-o", folder, "--content-id", name, *words)
        title = AppTitle(name, "entitlement", "one", folder / samples.source.name, samples.source)
        export = bench.export(bench.store("hosts"), "jsonl", name, "--content-id", name)
        keys = ExportedKeys(export, "jsonl")
        for is_whole in (True, False):
            deployment = Deployment("entitlement", made, keys, bench.folder / f"{name}-{is_whole}", is_whole=is_whole, host=host)
            with deployment.open() as site:
                words = deployment.words(site, title)
                report = bench.rehearse(title.playlist, *words, "--export", export, *RULES["entitlement"])
            what = f"key lines at {host}, {'with' if is_whole else 'without'} a certificate"
            asked = site.asked(ENTITLEMENT_PATH, 200)
            outcome.check(report["holds"] and asked, f"{what}: holds {report['holds']}, asked {len(asked)} times")
        # The entitlement server is ours, at the key lines; the token service is theirs.
        deployment = Deployment("token", made, keys, bench.folder / f"{name}-tokens", is_whole=False, host=host)
        with deployment.open() as site:
            words = [*deployment.words(site, title), *RULES["entitlement"]]
            words[1] = "entitlement"
            report = bench.rehearse(title.playlist, *words, "--export", export)
        asked = [each.request.path for each in site.notes]
        outcome.check(report["holds"] and asked == [TOKEN_PATH], f"key lines at {host}, a token service: {asked}")


def check_echo(outcome, bench: Bench, deployment: Deployment, title: AppTitle, export) -> None:
    name, page = f"an echo of {deployment.flow}", deployment.folder / "way.html"
    paths = {"token": TOKEN_PATH, "entitlement": ENTITLEMENT_PATH, "nagra-ssm": SESSIONS + "setup"}
    deployment.plants = {paths[deployment.flow]: echoing}
    with deployment.open() as site:
        words = [title.playlist, *deployment.words(site, title), "--export", export, *RULES[title.flow], "--html", page]
        report = bench.rehearse(*words)
    shown = json.dumps(report) + page.read_text()
    ivs = {key.record.iv for key in deployment.keys.by_key_id.values() if key.record.iv}
    secrets = [*deployment.secrets, *(text for iv in ivs for text in (iv.hex(), iv.hex().upper(), base64.b64encode(iv).decode()))]
    secrets += [deployment.authorization.split()[1]] if deployment.authorization else []
    found = [each for each in secrets if each and each in shown]
    outcome.check(not report["holds"] and not found, f"{name}: holds, or shows {len(found)} secrets")
    outcome.check("\\u001b" not in shown and len(shown) < 200_000, f"{name}: controls, or {len(shown)} characters")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], titles: list[AppTitle]) -> None:
    export = bench.export(bench.store("apps"), "jsonl", "ends")
    keys, made = ExportedKeys(export, "jsonl"), next(iter(credentials.values()))
    of_ts = [each for each in titles if each.flow in FLOWS and each.source.parent.name == "ts"]
    with ThreadPoolExecutor() as pool:
        runs = []
        for number, title in enumerate(of_ts):
            folder, authorization = bench.folder / f"end-{number}", "Bearer app-1-password" if title.flow == "entitlement" else None
            options = {"is_whole": False, "authorization": authorization}
            deployment = Deployment(FLOWS[title.flow], made, keys, folder, **options)
            runs.append(pool.submit(check_end, outcome, bench, deployment, title, export))
            if title.keying == "one":
                deployment = Deployment(FLOWS[title.flow], made, keys, bench.folder / f"echo-{number}", **options)
                runs.append(pool.submit(check_echo, outcome, bench, deployment, title, export))
        runs.append(pool.submit(check_hosts, outcome, bench, made, of_ts[0]))
        for run in runs:
            try:
                run.result()
            except (RuntimeError, KeyError, ValueError) as error:
                outcome.check(False, f"a walk broke off: {error!r}")
