"""Chromium without a window, driven over the DevTools protocol: what a page looks like, says and asks for."""

import base64
import json
import math
import os
import shutil
import subprocess
import tempfile
import time

TIMEOUT = 120  # seconds for one answer: a printed page of thousands of rows takes its time


class Chromium:
    """One browser with one page. Speaks over a pipe (--remote-debugging-pipe), so no port and no library is needed."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="hotlap-chromium-")
        self.problems = []  # errors on the console, and everything that the page asked the network for
        self.waiting_for_load = False
        self.last_id = 0
        self.unread = b""
        read_end, self.to_browser = os.pipe()
        self.from_browser, write_end = os.pipe()
        os.set_blocking(self.from_browser, False)
        command = ["chromium", "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile}"]
        command += ["--no-first-run", "--disable-gpu", "--hide-scrollbars", "--disable-extensions", "--lang=en"]
        command += ["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")  # Chromium refuses to start as root with one

        def pipes_to_3_and_4():
            # Copies above 4 first: one of the pipes may sit on 3 or 4 itself.
            incoming, outgoing = os.dup2(read_end, 100), os.dup2(write_end, 101)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        self.log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.process = subprocess.Popen(
            command, preexec_fn=pipes_to_3_and_4, close_fds=False, stdout=self.log, stderr=self.log
        )
        os.close(read_end)
        os.close(write_end)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Performance"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Sends a command and waits for its result; what happens meanwhile is noted."""
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + TIMEOUT
        while True:
            answer = self.next_message(end, method)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def next_message(self, end, waiting_for):
        while b"\0" not in self.unread:
            try:
                piece = os.read(self.from_browser, 1 << 20)
                if not piece:
                    self.log.seek(0)
                    raise RuntimeError(f"Chromium ended while {waiting_for}:\n{self.log.read()[-2000:]}")
                self.unread += piece
            except BlockingIOError:
                if time.monotonic() > end:
                    raise RuntimeError(f"no answer to {waiting_for} within {TIMEOUT} s") from None
                time.sleep(0.002)
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        method, of = event.get("method"), event.get("params", {})
        if method == "Page.loadEventFired":
            self.waiting_for_load = False
        elif method == "Runtime.exceptionThrown":
            self.problems.append("exception: " + json.dumps(of["exceptionDetails"])[:500])
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(f"console: {of['type']} {json.dumps(of['args'])[:500]}")
        elif method == "Log.entryAdded":
            self.problems.append(f"log: {of['entry']['level']} {of['entry']['text'][:500]}")
        elif method == "Network.requestWillBeSent" and not of["request"]["url"].startswith(("file:", "data:")):
            self.problems.append("network: " + of["request"]["url"][:500])

    def open(self, path, fragment=""):
        """Loads a file and returns how many milliseconds that took, from start to the end of the load event."""
        self.call("Page.navigate", url="about:blank")
        self.waiting_for_load = True
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + fragment)
        end = time.monotonic() + TIMEOUT
        while self.waiting_for_load or self.value("document.readyState") != "complete":
            self.call("Runtime.evaluate", expression="1")
            if time.monotonic() > end:
                raise RuntimeError(f"{path} was not loaded within {TIMEOUT} s")
        return self.value("(t => t.loadEventEnd || t.domComplete)(performance.getEntriesByType('navigation')[0])")

    def value(self, expression):
        """The value of a JavaScript expression; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])[:800]}")
        return result["result"].get("value")

    def size_window(self, width, height):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def look(self, width, height, scheme="light", medium="screen"):
        self.width = width
        self.size_window(width, height)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=medium, features=features)

    def screenshot(self, path, whole=False):
        """What is in the window; or the whole page, for which the window grows: what is out of sight is not drawn."""
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            self.size_window(self.width, min(math.ceil(size["height"]), 8000))
            self.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        picture = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))

    def pdf(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))

    def press(self, key, shift=False):
        """Presses and releases a key: "Tab", "Enter", " ", or a letter."""
        codes = {"Tab": 9, "Enter": 13, " ": 32}
        event = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0), "modifiers": 8 if shift else 0}
        words = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else None)
        down = dict(event, text=words) if words else event
        self.call("Input.dispatchKeyEvent", type="keyDown", **down)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
