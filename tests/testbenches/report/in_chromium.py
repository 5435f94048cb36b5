#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a page in Chromium and runs a script in it, which may press keys and move the mouse: it awaits real(JSON of
{method, params}), a message of Chromium's DevTools protocol, and realDone() is called after it.
Usage: in_chromium.py PAGE SCRIPT WANTED CHROMIUM [FLAG...]; SCRIPT is the body of an async function of what the JSON
file WANTED has, and what it returns is printed."""
import json
import os
import subprocess
import sys

page, script, wanted = sys.argv[1:4]
to_read, to_write = os.pipe()
from_read, from_write = os.pipe()


def take_pipes():
    """Chromium reads from 3 and writes to 4, which may be the other ends' numbers here."""
    os.dup2(to_read, 100)
    os.dup2(from_write, 101)
    os.dup2(100, 3)
    os.dup2(101, 4)


chromium = subprocess.Popen(sys.argv[4:] + ["--remote-debugging-pipe"], preexec_fn=take_pipes, close_fds=False,
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
os.close(to_read)
os.close(from_write)
answers = os.fdopen(from_read, "rb")
session, sent = {}, 0


def post(method, params):
    global sent
    sent += 1
    message = {"id": sent, "method": method, "params": params, **session}
    with os.fdopen(os.dup(to_write), "wb") as out:
        out.write(json.dumps(message).encode() + b"\0")
    return sent


def messages():
    text = b""
    while chunk := answers.read1(1 << 16):
        *whole, text = (text + chunk).split(b"\0")
        yield from map(json.loads, whole)
    sys.exit("Chromium has ended")


received = messages()


def ask(method, params):
    """The answer; meanwhile keys and mouse move as the page asks for."""
    asked, inputs = post(method, params), set()
    for message in received:
        if message.get("method") == "Runtime.bindingCalled":
            inputs.add(post(**json.loads(message["params"]["payload"])))
        elif message.get("id") in inputs:
            post("Runtime.evaluate", {"expression": "realDone()"})
        elif message.get("id") == asked:
            if "error" in message:
                sys.exit(f"{method}: {message['error']}")
            return message["result"]


target = ask("Target.createTarget", {"url": "about:blank"})
session = {"sessionId": ask("Target.attachToTarget", {**target, "flatten": True})["sessionId"]}
ask("Emulation.setFocusEmulationEnabled", {"enabled": True})
ask("Runtime.enable", {})
ask("Page.navigate", {"url": f"file://{os.path.abspath(page)}"})
with open(script, encoding="utf-8") as text, open(wanted, encoding="utf-8") as data:
    body = f"(async wanted => {{\n{text.read()}\n}})({data.read()})"
loaded = "new Promise(go => document.readyState === 'complete' ? go() : addEventListener('load', go))"
ask("Runtime.evaluate", {"expression": loaded, "awaitPromise": True})
ask("Runtime.addBinding", {"name": "real"})
result = ask("Runtime.evaluate", {"expression": body, "awaitPromise": True, "returnByValue": True})
if "exceptionDetails" in result:
    print("page:", result["exceptionDetails"].get("exception", result["exceptionDetails"]).get("description", result))
else:
    print(result["result"]["value"])
session = {}
post("Browser.close", {})
chromium.wait()
