"""What ``make demo`` runs: the package's main job on data that ships with it. Writes its files to demo-output/."""

import io
import sys
import warnings
from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # a demo needs no window

from rich.console import Console
from rich.table import Table
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from diverseed import DPPKMeans
from diverseed.displays import ClustersDisplay
from diverseed.errors import NoStructureWarning
from diverseed.examples import NUMERIC, example_path, load_example, open_table
from diverseed.files.whole_files import write_whole
from diverseed.narrative import make_chart, to_page, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.story import leads, select_characters
from diverseed.report.clustered_table import cluster_table
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.tables import prepare

OUTPUT = Path("demo-output")
NEXT = (
    "studio",
    "cluster example:wine --out wine_clustered.csv --report wine.html",
    "chart example:lido --out chart.html",
    "--help",
)
# Data sets whose columns have different units are standardised first.
UNLIKE_UNITS = {"wine"}


def find_numbers_of_clusters() -> Table:
    """The number of clusters found in each bundled set, beside the true one."""
    table = Table(title="Clusters found, k unknown", title_justify="left", box=None)
    for column in ("set", "rows", "columns", "true k", "found k", "verdict", "agreement"):
        table.add_column(column, justify="left" if column in ("set", "verdict") else "right")
    for name in ("grid25", "uneven", "wide", "noise", "iris", "wine"):
        example, card = load_example(name), NUMERIC[name]
        points = StandardScaler().fit_transform(example.values) if name in UNLIKE_UNITS else example.values
        model = DPPKMeans(random_state=0).fit(points)
        agreement = adjusted_rand_score(example.labels, model.labels_)
        verdict = model.evidence_.verdict
        table.add_row(name, str(card.n), str(card.d), str(card.k), str(model.n_clusters_), verdict, f"{agreement:.2f}")
    return table


def report_on_the_grid() -> list[Path]:
    """The paper's grid of 25 Gaussians: a report, two pictures and the labels."""
    table = open_table("example:grid25")
    found = cluster_table(prepare(table), settings={"n_clusters": "auto", "random_state": 0})
    report, labels = OUTPUT / "report.html", OUTPUT / "grid25_clustered.csv"
    write_whole(report, found.report("A grid of 25 Gaussians"))
    write_whole(labels, found.table_file(table, labels.suffix))
    display = ClustersDisplay.from_estimator(found.model, found.points, feature_names=table.names)
    pictures = [OUTPUT / "clusters.png", OUTPUT / "clusters.svg"]
    for picture in pictures:
        drawn = io.BytesIO()
        display.figure_.savefig(drawn, format=picture.suffix[1:], dpi=150)
        write_whole(picture, drawn.getvalue())
    return [report, labels, *pictures]


def chart_of_a_screenplay() -> list[Path]:
    """A bundled screenplay: its headings grouped into locations, its people as lines that meet and part."""
    breakdown = analyse(read(example_path("long-orbit")), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    chart = make_chart(select_characters(story, leads(story, 14)), "fast", detail="sequences", seed=0)
    page, drawing = OUTPUT / "chart.html", OUTPUT / "chart.svg"
    write_whole(page, to_page(chart))
    write_whole(drawing, to_svg(chart))
    return [page, drawing]


def main() -> None:
    console = Console()
    OUTPUT.mkdir(exist_ok=True)
    warnings.simplefilter("ignore", NoStructureWarning)  # the table says so
    console.print(find_numbers_of_clusters())
    written = report_on_the_grid() + chart_of_a_screenplay()
    console.print("\nTwo of the three species of iris overlap; noise has no clusters to find.")
    console.print("\nWrote:")
    for path in written:
        console.print(f"  {path}")
    console.print("\nWhat to type next:")
    command = Path(sys.executable).parent / "diverseed"
    if command.is_relative_to(Path.cwd()):
        command = command.relative_to(Path.cwd())
    for line in NEXT:
        console.print(f"  {command} {line}", markup=False, highlight=False, soft_wrap=True)
    console.print("Instead of example:NAME, give a table (CSV, Excel, Parquet) or a screenplay of your own.")


if __name__ == "__main__":
    main()
