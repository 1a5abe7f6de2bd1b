"""Tests of the plots, from the golden files of the JSON: plot_test.py FOLDER_OF_GOLDEN_FILES."""

import ast
import json
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import exported

HERE = Path(__file__).parent
GOLDEN = Path(sys.argv.pop())
# Whoever needs one of these computes: that is the exporter's work.
COMPUTING = {"sum", "sorted", "min", "max", "mean", "median", "std", "var", "quantile", "percentile", "hist", "boxplot"}
IMPORTED = {"argparse", "json", "matplotlib", "pathlib", "re", "sys"}


def plot(*arguments):
    return subprocess.run(
        [sys.executable, HERE / "plot.py", *arguments], capture_output=True, text=True, timeout=300, check=False
    )


class Plots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "plots"

    def drawn(self, golden, kind):
        result = plot(GOLDEN / golden, "-o", self.out, "--format", kind)
        self.assertEqual(result.returncode, 0, result.stderr)
        files = [Path(line) for line in result.stdout.splitlines()]
        self.assertEqual(sorted(files), sorted(self.out.iterdir()), "what was written is what was named")
        return files

    def test_are_a_forest_two_for_each_row_and_two_for_each_configuration(self):
        comparison = json.loads((GOLDEN / "standard.json").read_text())
        files = self.drawn("standard.json", "png")
        self.assertEqual(len(files), 1 + 2 * len(comparison["rows"]) + 2 * len(comparison["configurations"]))
        for file in files:
            self.assertEqual(file.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_show_hostile_names_as_text(self):
        comparison = json.loads((GOLDEN / "hostile.json").read_text())
        files = self.drawn("hostile.json", "svg")
        texts = "\n".join("".join(ElementTree.parse(file).getroot().itertext()) for file in files)
        hostile = {row["scenario"] for row in comparison["rows"]}
        self.assertTrue(any("<" in name for name in hostile), "the golden file is hostile")
        for name in hostile:
            self.assertIn(exported.plain(name), texts)

    def test_come_of_one_build_and_of_void_and_untrusted_runs(self):
        for golden in ("single.json", "void_arm.json", "untrusted.json"):
            with self.subTest(golden):
                self.assertEqual(plot(GOLDEN / golden, "-o", self.out / golden, "--format", "svg").returncode, 0)

    def test_refuse_what_is_no_comparison_and_say_what_to_do(self):
        other = self.out.parent / "other.json"
        for text in ("", "[]", '{"schema": "hotlap.comparison/9"}', '{"rows": []}'):
            other.write_text(text)
            result = plot(other, "-o", self.out)
            self.assertEqual(result.returncode, 2)
            self.assertIn("hotlap judge RUN --format json", result.stderr)
            self.assertFalse(self.out.exists())
        self.assertIn("no rows", plot(GOLDEN / "empty.json", "-o", self.out).stderr)

    def test_compute_nothing(self):
        ours = {file.stem for file in HERE.glob("*.py")}
        imports = [node for node in ast.walk(ast.parse((HERE / "plot.py").read_text())) if isinstance(node, ast.Import)]
        drawing = {alias.name for node in imports for alias in node.names} & ours
        self.assertLessEqual({"exported", "forest", "rounds", "distributions", "latency", "warm_up"}, drawing)
        for file in [HERE / f"{stem}.py" for stem in drawing | {"plot"}]:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    self.assertNotIn(name, COMPUTING, file.name)
                if isinstance(node, ast.Import):
                    imported = {alias.name.split(".")[0] for alias in node.names}
                    self.assertLessEqual(imported, IMPORTED | ours, file.name)


if __name__ == "__main__":
    unittest.main()
