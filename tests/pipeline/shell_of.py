# SPDX-License-Identifier: Apache-2.0
"""Prints what a pipeline's file runs, as lines for bash. Usage: shell_of.py action.yml PAGE | shell_of.py gitlab-ci.yml

An action gets the inputs of the workflow on the page. What cannot be right ends this with a message."""

import re
import shlex
import sys

import yaml


def inputs_of(page, action):
    """What the page's workflow gives the action, besides defaults."""
    rows = set(re.findall(r"^\| `([a-z]+)` \|", open(page).read(), re.M))
    assert rows == set(action["inputs"]), f"{page}: its table does not have the inputs: {rows ^ set(action['inputs'])}"
    block = re.search(r"^```yaml\n(.*?)^```$", open(page).read(), re.S | re.M).group(1)
    [job] = yaml.safe_load(block)["jobs"].values()
    [given] = [step["with"] for step in job["steps"] if "/xbarlab@" in step["uses"]]
    unknown = set(given) - set(action["inputs"])
    assert not unknown, f"{page}: inputs that the action does not have: {unknown}"
    return {name: given.get(name, told["default"]) for name, told in action["inputs"].items()}


def of_action(action, page):
    inputs = inputs_of(page, action)
    used = set()

    def value(text):
        used.update(re.findall(r"\$\{\{ inputs\.([a-z]+) \}\}", text))
        return re.sub(r"\$\{\{ inputs\.([a-z]+) \}\}", lambda found: inputs[found.group(1)], text)

    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"]), step["uses"]
            named = set(re.findall(r"\$\{\{ (.*?) \}\}", str(step["with"])))
            assert named <= {"inputs.results", "steps.action.outputs.path", "github.run_id"}, named
            continue
        assert step["shell"] == "bash" and "${{" not in step["run"], step
        for name, text in step.get("env", {}).items():
            yield f"export {name}={shlex.quote(value(text))}"
        yield step["run"]
    assert used == set(inputs), f"inputs that nothing uses: {set(inputs) - used}"
    last = action["runs"]["steps"][-1]
    assert last["if"] == "always()", "results of a job that fails are not kept"
    assert last["with"]["path"] == last["with"]["name"] == "${{ inputs.results }}", last


def of_gitlab(job):
    for name, text in job["variables"].items():
        yield f"export {name}={shlex.quote(text)}"
    yield from job["script"]
    results = job["artifacts"]["paths"][0]
    assert job["artifacts"]["when"] == "always" and job["artifacts"]["reports"]["junit"].startswith(results)


described = yaml.safe_load(open(sys.argv[1]))
print("\n".join(of_action(described, sys.argv[2]) if "runs" in described else of_gitlab(described["xbarlab"])))
