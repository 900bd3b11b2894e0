"""A headless Chromium that is told what to do over the pipe of its DevTools protocol: no port, no other library."""

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path

OPTIONS = [
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
    "--force-color-profile=srgb",
    # The sandbox does not start for root, as whom tests run in containers. All pages are the project's own.
    "--no-sandbox",
    "--remote-debugging-pipe",
]


class Browser:
    """One browser with one page; `events` has what it told without being asked."""

    def __init__(self, program="chromium"):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.number, self.events, self.rest = 0, [], b""
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # It reads from descriptor 3 and writes to 4.
        command = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        log = Path(self.folder.name, "log").open("wb")
        self.process = subprocess.Popen(
            ["bash", "-c", command, program, *OPTIONS, f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        os.close(to_browser)
        os.close(from_browser)
        pages = [target for target in self.call("Target.getTargets")["targetInfos"] if target["type"] == "page"]
        self.session = None
        target = {"targetId": pages[0]["targetId"], "flatten": True}
        self.session = self.call("Target.attachToTarget", **target)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    session = None

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        self.folder.cleanup()

    def call(self, method, **parameters):
        """The result of a command; what is told in between goes to `events`."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data) :]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.rest:
            data = os.read(self.input, 1 << 20)
            if not data:
                raise RuntimeError(f"the browser is gone:\n{Path(self.folder.name, 'log').read_text()[-2000:]}")
            self.rest += data
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def show(self, path, width, height, scheme, scripts=True):
        """Opens a file and waits until it is loaded."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events = []
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def evaluate(self, expression):
        """The value of an expression of the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def screenshot(self, path, whole=False):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(image["data"]))

    def complaints(self):
        """Errors and warnings of the page and of the browser about it."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"])
            elif event.get("method") == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"]["text"])
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(f"console.{parameters['type']}")
        return found

    def requests(self):
        """Everything that was asked for, but the page itself and what is in it."""
        addresses = [
            event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"
        ]
        return [address for address in addresses[1:] if not address.startswith("data:")]
